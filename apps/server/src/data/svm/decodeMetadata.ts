import { formatBase58 } from 'latchkey/services'
import { createByteReader } from './createByteReader.ts'

/** What is said of a mint, as its maker wrote it: not to be shown as it is. */
export interface Description {
  readonly name: string
  readonly symbol: string
  /** Leads to a JSON document with a picture; empty for none. */
  readonly uri: string
  /** The mint of the collection, only when the collection's own authority said so (Metaplex). */
  readonly collection?: string
}

/** Bytes of the texts: more than Metaplex takes, and as much of Token-2022's as is read. */
export const longestName = 1_024
export const longestSymbol = 256
export const longestUri = 2_048

/** The first byte of an account that describes a mint. */
const metadataKey = 4
const mostCreators = 16

/**
 * Reads an account of Metaplex's program that describes this mint; undefined for anything else. Old accounts end after
 * the creators.
 */
export function decodeMetadata(data: Uint8Array, mint: string): Description | undefined {
  const reader = createByteReader(data)
  if (reader.u8() !== metadataKey) return undefined
  reader.bytes(32)
  const described = reader.bytes(32)
  if (described === undefined || formatBase58(described) !== mint) return undefined
  const name = reader.text(longestName)
  const symbol = reader.text(longestSymbol)
  const uri = reader.text(longestUri)
  if (name === undefined || symbol === undefined || uri === undefined) return undefined
  const collection = readCollection()
  return { name, symbol, uri, ...(collection !== undefined && { collection }) }

  function readCollection(): string | undefined {
    // The creators' share.
    reader.u16()
    if (reader.u8() === 1) {
      const creators = reader.u32() ?? 0
      if (creators > mostCreators) return undefined
      reader.bytes(creators * 34)
    }
    // Sold once, and may be changed.
    reader.bytes(2)
    // The edition's number, and the standard.
    if (reader.u8() === 1) reader.u8()
    if (reader.u8() === 1) reader.u8()
    if (reader.u8() !== 1) return undefined
    const isVerified = reader.u8() === 1
    const key = reader.bytes(32)
    return isVerified && key !== undefined ? formatBase58(key) : undefined
  }
}
