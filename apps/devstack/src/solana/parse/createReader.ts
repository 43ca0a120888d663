import { type Address, getAddressDecoder } from '@solana/kit'

/** Reads little-endian values one after another. Each read throws a RangeError at the end of the data. */
export interface Reader {
  u8(): number
  u16(): number
  u32(): number
  u64(): bigint
  address(): Address
  /** A key whose zeros stand for none. */
  optionalAddress(): Address | null
  /** A key behind a u32 that says whether it is there (COption). */
  taggedAddress(): Address | null
  /** Text behind its length as u32. */
  text(): string
  skip(bytes: number): void
  bytes(length: number): Uint8Array
  readonly left: number
}

const none = '11111111111111111111111111111111'

/** Makes a reader of some bytes. */
export function createReader(data: Uint8Array): Reader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const step = (bytes: number): number => {
    if (bytes > data.length - at) throw new RangeError('the data ends too early')
    at += bytes
    return at - bytes
  }
  const reader: Reader = {
    u8: () => view.getUint8(step(1)),
    u16: () => view.getUint16(step(2), true),
    u32: () => view.getUint32(step(4), true),
    u64: () => view.getBigUint64(step(8), true),
    address: () => getAddressDecoder().decode(data, step(32)),
    optionalAddress() {
      const address = reader.address()
      return address === none ? null : address
    },
    taggedAddress() {
      const isThere = reader.u32() === 1
      const address = reader.address()
      return isThere ? address : null
    },
    text: () => Buffer.from(reader.bytes(reader.u32())).toString('utf8'),
    skip: bytes => void step(bytes),
    bytes(length) {
      const start = step(length)
      return data.subarray(start, start + length)
    },
    get left() {
      return data.length - at
    },
  }
  return reader
}
