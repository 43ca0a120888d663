/** The part of BIP-322's transaction `to_sign` that a signer chooses. */
export interface Proof {
  readonly version: number
  readonly sequence: number
  readonly lockTime: number
  /** Empty in all but wrapped segwit. */
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
  /** The transaction and the index that the first input spends, 36 bytes; absent in the simple form, which leaves it out. */
  readonly outpoint?: Uint8Array
}

/** A witness of one key has a signature and, but for taproot, a key. */
const mostItems = 2

/** Parses the simple form of BIP-322: a witness alone. @throws Error for any other bytes. */
export function parseSimpleProof(bytes: Uint8Array): Proof {
  const reader = createReader(bytes)
  const witness = readWitness(reader)
  reader.end()
  return { version: 0, sequence: 0, lockTime: 0, scriptSig: new Uint8Array(), witness }
}

/** Parses the full form of BIP-322: a transaction with one input and the one output that the form has. @throws Error for any other bytes. */
export function parseFullProof(bytes: Uint8Array): Proof {
  const reader = createReader(bytes)
  const version = reader.number()
  // With a witness, and one input: more of them are a proof of funds.
  reader.expect([0x00, 0x01, 0x01])
  const outpoint = reader.take(36)
  const scriptSig = reader.takeCounted()
  const sequence = reader.number()
  // One output of no coins that says OP_RETURN.
  reader.expect([0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x6a])
  const witness = readWitness(reader)
  const lockTime = reader.number()
  reader.end()
  return { version, sequence, lockTime, scriptSig, witness, outpoint }
}

function readWitness(reader: Reader): Uint8Array[] {
  const [count = 0] = reader.take(1)
  if (count < 1 || count > mostItems) throw new Error('not the witness of one key')
  return Array.from({ length: count }, () => reader.takeCounted())
}

interface Reader {
  take(length: number): Uint8Array
  /** Bytes behind their count, which is below 253 for all that one key signs. */
  takeCounted(): Uint8Array
  /** Four bytes, the lowest first. */
  number(): number
  expect(bytes: readonly number[]): void
  end(): void
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0
  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new Error('cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    take,
    takeCounted() {
      const [count = 0] = take(1)
      if (count > 252) throw new Error('too long')
      return take(count)
    },
    number() {
      const [a = 0, b = 0, c = 0, d = 0] = take(4)
      return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
    },
    expect(wanted) {
      const found = take(wanted.length)
      if (wanted.some((byte, index) => byte !== found[index])) throw new Error('another transaction')
    },
    end() {
      if (at !== bytes.length) throw new Error('too long')
    },
  }
}
