import { formatSs58, parseSs58 } from '../../addresses/ss58.ts'
import type { Network } from '../../contract/network.ts'
import type { PlainAccount } from '../plain/plainWallet.ts'

/** Whether a value is an SS58 address of 32 bytes, of any network. */
export function isPolkadotAddress(value: unknown): value is string {
  return parseSs58(value) !== undefined
}

/** Whether an address is written as its network writes them. */
export function isPolkadotAddressOn(address: string, { format }: Network): boolean {
  return format?.prefix === undefined || parseSs58(address)?.prefix === format.prefix
}

/** Returns an address in the form of a network; undefined for a text that is none. A network without a known prefix keeps the form. */
export function addressOn(address: unknown, { format }: Network): string | undefined {
  const parsed = parseSs58(address)
  if (!parsed) return undefined
  const { prefix } = format ?? {}
  return typeof prefix === 'number' ? formatSs58(parsed.key, prefix) : (address as string)
}

/** One account as wallets write it, in the form of a network; the wallet is called with its own form. Undefined for no address. */
export function toPolkadotAccount(
  address: unknown,
  network: Network,
  more: Pick<PlainAccount, 'label' | 'publicKey'> = {},
): PlainAccount | undefined {
  const own = addressOn(address, network)
  return own === undefined ? undefined : { ...more, address: own, type: 'eoa', source: address }
}
