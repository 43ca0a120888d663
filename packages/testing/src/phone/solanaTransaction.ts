import { formatBase58 } from 'latchkey/pairing'

/** A transaction of solana as its bytes say it, legacy or version 0. */
export interface SolanaTransaction {
  /** Those of the accounts that sign, in the order of their signatures; the first one pays. */
  readonly signers: readonly string[]
  /** The bytes that are signed. */
  readonly message: Uint8Array
  /** Where the first signature stands in the transaction. */
  readonly signaturesAt: number
}

const keyLength = 32
const signatureLength = 64

/** Reads who signs what. @throws TypeError for bytes that are no transaction. */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  const [count, signaturesAt] = readCount(bytes, 0)
  const messageAt = signaturesAt + count * signatureLength
  const message = bytes.slice(messageAt)
  // A version has the highest bit; a legacy message begins with the number of its signatures.
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
  if (isVersioned && message[0] !== 0x80) throw new TypeError('The transaction has an unknown version.')
  const headAt = isVersioned ? 1 : 0
  const required = message[headAt] ?? 0
  const [keys, keysAt] = readCount(message, headAt + 3)
  if (count === 0 || required !== count || keys < count || message.length < keysAt + keys * keyLength)
    throw new TypeError('The transaction cannot be read.')
  const signers = Array.from({ length: count }, (_, at) =>
    formatBase58(message.slice(keysAt + at * keyLength, keysAt + (at + 1) * keyLength)),
  )
  return { signers, message, signaturesAt }
}

/** The transaction with a signature in the place of its account. @throws RangeError when the account does not sign it. */
export function withSignature(bytes: Uint8Array, address: string, signature: Uint8Array): Uint8Array {
  const { signers, signaturesAt } = readTransaction(bytes)
  const place = signers.indexOf(address)
  if (place < 0) throw new RangeError('The transaction is not signed by this account.')
  const signed = bytes.slice()
  signed.set(signature, signaturesAt + place * signatureLength)
  return signed
}

/** A number in one to three bytes of seven bits each, and where the rest begins. */
function readCount(bytes: Uint8Array, from: number): readonly [count: number, next: number] {
  let count = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[from + at] ?? 0x80
    count |= (byte & 0x7f) << (7 * at)
    if ((byte & 0x80) === 0) return [count, from + at + 1]
  }
  throw new TypeError('The transaction cannot be read.')
}
