import { viem } from '../../core/libraries/viem.ts'

/** 0x-text as inside the indexer: always lower case. */
export type Hex = `0x${string}`

export const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/** The bytes of 0x-text, as the store takes them. */
export function toBytes(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

/** The same, where nothing is null. */
export function toBytesOrNull(hex: Hex | null): Uint8Array | null {
  return hex === null ? null : toBytes(hex)
}

/** Lower-case 0x-text of stored bytes. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** An address as the wire has it: with its checksum. */
export function toChecksum(bytes: Uint8Array): string {
  return viem().getAddress(toHex(bytes))
}

/** A token id as 32 big-endian bytes, which order as the number does. */
export function idToBytes(id: bigint): Uint8Array {
  return Buffer.from(id.toString(16).padStart(64, '0'), 'hex')
}

export function bytesToId(bytes: Uint8Array): bigint {
  return BigInt(toHex(bytes))
}

/** The address of a path as bytes, or undefined when it is none of an EVM chain. */
export function readAddress(text: string): Uint8Array | undefined {
  return /^0x[0-9a-fA-F]{40}$/.test(text) ? toBytes(text.toLowerCase() as Hex) : undefined
}
