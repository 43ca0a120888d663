import { providerError } from '../evm/providerError.ts'
import { publicKeyOf, type SolanaTestAccount, signBytes } from './solanaAccounts.ts'

const keyLength = 32
const signatureLength = 64

/** A transaction with the account's signature in its place. Throws -32602 for bytes that are no transaction of the account's. */
export function signTransaction(account: SolanaTestAccount, wire: Uint8Array): Uint8Array {
  const { count, message, place } = readTransaction(wire, publicKeyOf(account))
  if (place < 0) throw providerError(-32602, 'The account is no signer of the transaction.')
  const signed = Uint8Array.from(wire)
  signed.set(signBytes(account, message), count.end + place * signatureLength)
  return signed
}

/** Whether the account is a signer of the transaction. Throws -32602 for bytes that are no transaction. */
export function isSignerOf(account: SolanaTestAccount, wire: Uint8Array): boolean {
  return readTransaction(wire, publicKeyOf(account)).place >= 0
}

/** The account's signature in a transaction that it has signed. */
export function signatureOf(account: SolanaTestAccount, wire: Uint8Array): Uint8Array {
  const { count, place } = readTransaction(wire, publicKeyOf(account))
  const from = count.end + place * signatureLength
  return wire.slice(from, from + signatureLength)
}

/** The first signature of a transaction, by which chains know it. */
export function firstSignature(wire: Uint8Array): Uint8Array {
  const { end } = readCount(wire, 0)
  return wire.slice(end, end + signatureLength)
}

function readTransaction(wire: Uint8Array, key: Uint8Array) {
  const count = readCount(wire, 0)
  const message = wire.subarray(count.end + count.value * signatureLength)
  // A message with a version begins with it; the version has the highest bit.
  const at = (message[0] ?? 0) > 127 ? 1 : 0
  const signers = message[at]
  const keys = readCount(message, at + 3)
  if (signers === undefined || signers !== count.value || signers > keys.value || signers === 0)
    throw providerError(-32602, 'These bytes are no transaction.')
  const place = Array.from({ length: signers }).findIndex((_, index) => {
    const from = keys.end + index * keyLength
    return key.every((byte, offset) => message[from + offset] === byte)
  })
  return { count, message, place }
}

/** A number of one to three bytes with seven bits each. */
function readCount(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[from + at]
    if (byte === undefined) break
    value |= (byte & 127) << (7 * at)
    if (byte < 128) return { value, end: from + at + 1 }
  }
  throw providerError(-32602, 'These bytes are no transaction.')
}
