import { ed25519 } from '@noble/curves/ed25519.js'
import { getBase58Decoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBase58 } from './base58.ts'
import { formatMemoMessage, formatMemoTransaction, readMemoSignature } from './memoTransaction.ts'

const secret = new Uint8Array(32).fill(7)
const key = ed25519.getPublicKey(secret)
const text = 'shop.example wants you to sign in with your Solana account:\nline two'
const made = (words = text, by = key) => {
  const message = formatMemoMessage(by, words)
  if (!message) throw new Error('no message')
  return message
}

describe('the memo transaction', () => {
  test.each([1, 127, 128, 500, 1_061])(
    'is one memo, one signer, no usable blockhash: %i characters',
    length => {
      const words = 'a'.repeat(length)
      const transaction = formatMemoTransaction(made(words))
      expect(transaction.length).toBeLessThanOrEqual(1_232)
      const decoded = getTransactionDecoder().decode(transaction)
      expect(Object.entries(decoded.signatures)).toEqual([[formatBase58(key), null]])
      const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes)
      expect(message).toMatchObject({
        version: 'legacy',
        header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 },
        staticAccounts: [formatBase58(key), 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
        lifetimeToken: '1'.repeat(32),
      })
      if (message.version !== 'legacy') throw new Error('another version')
      const { instructions } = message
      expect(instructions).toHaveLength(1)
      expect(instructions[0]).toMatchObject({ programAddressIndex: 1, accountIndices: [0] })
      expect(new TextDecoder().decode(instructions[0]?.data)).toBe(words)
    },
  )

  test('is for ASCII that fits, and for a key of 32 bytes', () => {
    for (const words of ['', 'a'.repeat(1_062), 'ü', 'a\r', '\0', '\u2028', 'x'.repeat(100_000)])
      expect(formatMemoMessage(key, words), words.slice(0, 8)).toBeUndefined()
    for (const length of [0, 31, 33]) expect(formatMemoMessage(new Uint8Array(length), text)).toBeUndefined()
  })

  test('differs for every account and text', () => {
    const seen = new Map<string, string>()
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.string({ unit: fc.constantFrom(...'ab\n '), minLength: 1, maxLength: 200 }),
        (by, words) => {
          const bytes = getBase58Decoder().decode(made(words, by))
          const what = JSON.stringify([[...by], words])
          expect(seen.get(bytes) ?? what).toBe(what)
          seen.set(bytes, what)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('gives its signature, and no other transaction does', () => {
    const message = made()
    const transaction = formatMemoTransaction(message)
    const signature = ed25519.sign(message, secret)
    transaction.set(signature, 1)
    expect(readMemoSignature(transaction, message)).toEqual(signature)
    expect(readMemoSignature(transaction, made('another text'))).toBeUndefined()
    for (const wrong of [new Uint8Array(), transaction.subarray(1), new Uint8Array([...transaction, 0])])
      expect(readMemoSignature(wrong, message)).toBeUndefined()
    // What a wallet may change: every byte outside of the signature.
    for (const at of [0, ...Array.from({ length: message.length }, (_, each) => 65 + each)]) {
      const changed = Uint8Array.from(transaction)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(readMemoSignature(changed, message), String(at)).toBeUndefined()
    }
  })
})
