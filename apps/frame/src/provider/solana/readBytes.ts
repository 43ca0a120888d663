/** Reads bytes one after the other; each reader throws a RangeError where they end too soon. */
export interface ByteReader {
  readonly left: number
  byte(): number
  take(length: number): Uint8Array<ArrayBuffer>
  /** Solana's `compact-u16`: up to three bytes, written as shortly as it can be. */
  count(): number
}

export function readBytes(bytes: Uint8Array): ByteReader {
  let at = 0
  const reader: ByteReader = {
    get left() {
      return bytes.length - at
    },
    byte() {
      const value = bytes[at++]
      if (value === undefined) throw new RangeError('The bytes end too soon')
      return value
    },
    take(length) {
      if (length > bytes.length - at) throw new RangeError('The bytes end too soon')
      at += length
      return Uint8Array.from(bytes.subarray(at - length, at))
    },
    count() {
      let value = 0
      for (let place = 0; place < 3; place++) {
        const byte = reader.byte()
        value |= (byte & 0x7f) << (7 * place)
        if (byte < 0x80) {
          // Another writing of the same number would be read otherwise elsewhere.
          if ((byte === 0 && place > 0) || value > 0xffff) throw new RangeError('Not a count')
          return value
        }
      }
      throw new RangeError('Not a count')
    },
  }
  return reader
}
