import { formatBase58 } from 'latchkey/services'
import { createByteReader } from './createByteReader.ts'
import type { Description } from './decodeMetadata.ts'
import { longestName, longestSymbol, longestUri } from './decodeMetadata.ts'

/** What a mint says of itself. */
export interface Mint {
  readonly supply: bigint
  readonly decimals: number
  /** Where Token-2022 keeps the description in the mint itself, and the mint says so. */
  readonly description?: Description
  /** Wallets show its amounts multiplied by a number that changes, such as interest. Sources differ on which of both has the price. */
  readonly isScaled?: true
  /** The group that the mint is a member of (Token-2022). */
  readonly group?: string
}

const mintLength = 82
/** Where the byte stands that tells a mint from a token account, in an account with extensions. */
const typeAt = 165
const mintType = 1
/** Extensions of Token-2022 that are read, by their numbers. */
const extension = { interest: 10, metadataPointer: 18, metadata: 19, groupMember: 23, scale: 25 } as const
/** More extensions than the program has. */
const mostExtensions = 64

/** Reads a mint of either token program; undefined for anything else. `address` is the mint's own. */
export function decodeMint(data: Uint8Array, address: string): Mint | undefined {
  if (data.byteLength < mintLength || data[45] !== 1) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const base = { supply: view.getBigUint64(36, true), decimals: view.getUint8(44) }
  if (data.byteLength === mintLength) return base
  if (data.byteLength <= typeAt || data[typeAt] !== mintType) return undefined
  const extensions = readExtensions(data.subarray(typeAt + 1))
  const described = readDescription(extensions.get(extension.metadata), address)
  // Only the pointer says that this is the description that counts.
  const isPointedAt = readKey(extensions.get(extension.metadataPointer), 32) === address
  const group = readKey(extensions.get(extension.groupMember), 32)
  return {
    ...base,
    ...(described && isPointedAt && { description: described }),
    ...(group !== undefined && { group }),
    ...((extensions.has(extension.interest) || extensions.has(extension.scale)) && {
      isScaled: true as const,
    }),
  }
}

/** Extensions by number, each a number, a length and as many bytes. */
function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const reader = createByteReader(data)
  const found = new Map<number, Uint8Array>()
  for (let count = 0; count < mostExtensions; count++) {
    const type = reader.u16()
    const length = reader.u16()
    // Zero is the rest of the room.
    if (!type || length === undefined) break
    const content = reader.bytes(length)
    if (content === undefined) break
    if (!found.has(type)) found.set(type, content)
  }
  return found
}

function readKey(data: Uint8Array | undefined, at: number): string | undefined {
  return data === undefined || data.byteLength < at + 32
    ? undefined
    : formatBase58(data.subarray(at, at + 32))
}

/** Token metadata interface: authority, mint, name, symbol, uri, then pairs that are not read. */
function readDescription(data: Uint8Array | undefined, address: string): Description | undefined {
  if (data === undefined || readKey(data, 32) !== address) return undefined
  const reader = createByteReader(data.subarray(64))
  const name = reader.text(longestName)
  const symbol = reader.text(longestSymbol)
  const uri = reader.text(longestUri)
  return name === undefined || symbol === undefined || uri === undefined ? undefined : { name, symbol, uri }
}
