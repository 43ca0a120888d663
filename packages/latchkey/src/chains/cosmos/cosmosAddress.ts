import { bech32 } from '@scure/base'
import type { Network } from '../../contract/network.ts'

/** Bytes of an account of a key, and of one of a module or contract. */
const lengths = [20, 32]

/** Whether a value is a bech32 address of an account, in lower case, with any prefix. */
export function isCosmosAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 142 || value !== value.toLowerCase()) return false
  const decoded = bech32.decodeUnsafe(value, 142)
  const bytes = decoded ? bech32.fromWordsUnsafe(decoded.words) : undefined
  return bytes instanceof Uint8Array && lengths.includes(bytes.length)
}

/** Whether an address has the network's prefix; any has it where the network does not say one. */
export function isOnNetwork(address: string, { format }: Network): boolean {
  return format?.prefix === undefined || address.slice(0, address.lastIndexOf('1')) === format.prefix
}
