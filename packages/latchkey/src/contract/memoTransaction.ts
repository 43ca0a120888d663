/**
 * The transaction that carries a text for accounts on devices that sign transactions only: one memo, one signer, and a blockhash
 * that no ledger has. No cluster executes it, so a signature of it moves nothing. There is one such transaction for an account and a
 * text, byte for byte: the server makes it again to check a signature, and never reads one that came with a request.
 */
import { parseBase58 } from './base58.ts'

/** What stands before the base58 signature of a memo transaction, where a sign-in has it for its signature. */
export const memoSignatureType = 'memo-transaction:'

/** Bytes of a transaction that a node takes (IPv6's least packet without its headers). */
const longestTransaction = 1_232
/** One signature and its count. */
const signatures = 1 + 64

/** The Memo program of Solana. */
const program = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/**
 * Makes the message of the transaction, which is what the key signs. Undefined for a text that is too long for one
 * transaction (1,061 bytes), or empty, or not of ASCII alone.
 */
export function formatMemoMessage(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> | undefined {
  const memo = parseBase58(program, 32)
  if (!memo || key.length !== 32 || !/^[\n\x20-\x7e]+$/.test(text)) return undefined
  const data = Uint8Array.from(text, character => character.charCodeAt(0))
  const message = Uint8Array.from([
    // One signature is wanted, of an account that may be written to, since it would pay; the program is read only.
    ...[1, 0, 1],
    ...[2, ...key, ...memo],
    // The blockhash.
    ...new Uint8Array(32),
    // One instruction: the program is account 1, and the memo names its signer, account 0.
    ...[1, 1, 1, 0],
    ...lengthOf(data),
    ...data,
  ])
  return signatures + message.length <= longestTransaction ? message : undefined
}

/** Makes the transaction of a message as it goes to a wallet, with an empty place for the signature. */
export function formatMemoTransaction(message: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([1, ...new Uint8Array(64), ...message])
}

/** Reads the signature of a transaction that a wallet signed. Undefined when it is not this message's. */
export function readMemoSignature(
  transaction: Uint8Array,
  message: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const isSame =
    transaction.length === signatures + message.length &&
    transaction[0] === 1 &&
    message.every((byte, at) => byte === transaction[signatures + at])
  return isSame ? Uint8Array.from(transaction.subarray(1, signatures)) : undefined
}

/** A length in Solana's compact form of seven bits a byte. */
function lengthOf({ length }: Uint8Array): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
}
