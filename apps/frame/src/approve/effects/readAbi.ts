import { type Hex, readWord } from 'latchkey/evmcodec'

/** The most list items that are read; a longer list is unknown, never shown in part. */
const mostItems = 32
/** Bytes that an offset may lead over: calldata is not larger. */
const furthest = 262_144n

/** The `bytes` at an offset that a word names, in the body of an ABI tuple; undefined when it does not lie within it. */
export function readBytes(body: Hex, index: number, start = 0): Hex | undefined {
  const offset = readWord(body, start / 32 + index)
  if (offset === undefined || offset % 32n !== 0n || offset > furthest) return undefined
  const at = start + Number(offset)
  const length = readWord(body, at / 32)
  if (length === undefined || length > furthest) return undefined
  const from = 2 + (at + 32) * 2
  const text = body.slice(from, from + Number(length) * 2)
  return text.length === Number(length) * 2 ? `0x${text}` : undefined
}

/**
 * Where the items of the list at a word begin, and how many there are; undefined for more than a visitor would read.
 */
export function readList(
  body: Hex,
  index: number,
): { readonly start: number; readonly length: number } | undefined {
  const offset = readWord(body, index)
  if (offset === undefined || offset % 32n !== 0n || offset > furthest) return undefined
  const length = readWord(body, Number(offset) / 32)
  if (length === undefined || length > BigInt(mostItems)) return undefined
  return { start: Number(offset) + 32, length: Number(length) }
}

/** A `bytes[]`; undefined unless every item can be read. */
export function readBytesList(body: Hex, index: number): readonly Hex[] | undefined {
  const list = readList(body, index)
  if (!list) return undefined
  const items = Array.from({ length: list.length }, (_, at) => readBytes(body, at, list.start))
  return items.every(item => item !== undefined) ? items : undefined
}

/** Where the tuples of a dynamic list begin, each with dynamic members of its own. */
export function readTupleList(body: Hex, index: number): readonly number[] | undefined {
  const list = readList(body, index)
  if (!list) return undefined
  const starts = Array.from({ length: list.length }, (_, at) => {
    const offset = readWord(body, list.start / 32 + at)
    return offset === undefined || offset % 32n !== 0n || offset > furthest
      ? undefined
      : list.start + Number(offset)
  })
  return starts.every(start => start !== undefined) ? starts : undefined
}
