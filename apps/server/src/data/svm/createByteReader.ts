/** Reads bytes from the front to the back; undefined where there are not enough of them. */
export interface ByteReader {
  /** Bytes that are left. */
  readonly left: () => number
  readonly u8: () => number | undefined
  readonly u16: () => number | undefined
  readonly u32: () => number | undefined
  readonly u64: () => bigint | undefined
  readonly bytes: (count: number) => Uint8Array | undefined
  /** A text with its length in front, of at most so many bytes. */
  readonly text: (most: number) => string | undefined
}

/** Reads what a stranger wrote into an account: little-endian numbers and texts, never beyond the end. */
export function createByteReader(data: Uint8Array): ByteReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0

  function take(count: number): number | undefined {
    if (count < 0 || count > data.byteLength - at) return undefined
    at += count
    return at - count
  }
  function number<T>(size: number, read: (offset: number) => T): T | undefined {
    const offset = take(size)
    return offset === undefined ? undefined : read(offset)
  }
  function bytes(count: number): Uint8Array | undefined {
    return number(count, offset => data.subarray(offset, offset + count))
  }
  const u32 = () => number(4, offset => view.getUint32(offset, true))

  return {
    left: () => data.byteLength - at,
    u8: () => number(1, offset => view.getUint8(offset)),
    u16: () => number(2, offset => view.getUint16(offset, true)),
    u32,
    u64: () => number(8, offset => view.getBigUint64(offset, true)),
    bytes,
    text(most) {
      const length = u32()
      const content = length === undefined || length > most ? undefined : bytes(length)
      // Metaplex fills its texts up with zero bytes.
      return content && new TextDecoder().decode(content).replace(/\0+$/, '')
    },
  }
}
