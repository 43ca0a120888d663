import { ed25519 } from '@noble/curves/ed25519.js'
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getTransactionDecoder,
  getTransactionEncoder,
  lamports,
  signTransaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatBase58, parseBase58 } from '../../contract/base58.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import {
  formatMemoMessage,
  formatMemoTransaction,
  memoSignatureType,
} from '../../contract/memoTransaction.ts'
import { encodeTransaction } from './send/encodeTransaction.ts'
import { addMemo } from './send/instructions.ts'
import { signMemo } from './signMemo.ts'
import { signSolanaMessage } from './signSolanaMessage.ts'
import type { TransactionOrder } from './solanaWallet.ts'

const secret = new Uint8Array(32).fill(7)
const key = ed25519.getPublicKey(secret)
const address = formatBase58(key)
const account = `solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu:${address}` as const
const message = 'shop.example wants you to sign in with your Solana account:\nline two'
let pair: CryptoKeyPair
beforeAll(async () => {
  pair = await createKeyPairFromPrivateKeyBytes(secret)
  expect(await getAddressFromPublicKey(pair.publicKey)).toBe(address)
})

/** A wallet made of the ecosystem's own client, which decodes, signs and encodes. */
async function sign({ transaction }: TransactionOrder): Promise<Uint8Array> {
  const decoded = getTransactionDecoder().decode(transaction)
  return Uint8Array.from(getTransactionEncoder().encode(await signTransaction([pair], decoded)))
}

async function failureOf(run: Promise<unknown>) {
  const cause = await run.then(
    () => undefined,
    (each: unknown) => each,
  )
  return isLatchkeyError(cause) ? [cause.code, cause.context.reason] : cause
}

test('no cluster executes it, because of its blockhash alone', async () => {
  const svm = new LiteSVM()
  svm.airdrop(await getAddressFromPublicKey(pair.publicKey), lamports(1_000_000_000n))
  const memo = formatMemoMessage(key, message) ?? new Uint8Array()
  const send = async (bytes: Uint8Array) => {
    const decoded = getTransactionDecoder().decode(await sign({ ...order, transaction: bytes }))
    const outcome = svm.sendTransaction(decoded as never)
    return outcome instanceof FailedTransactionMetadata ? String(outcome.err()) : 'executed'
  }
  const order = { address, caipNetworkId: 'solana:localnet' } as const
  // TransactionError::BlockhashNotFound.
  const blockhashNotFound = '7'
  expect(await send(formatMemoTransaction(memo))).toBe(blockhashNotFound)
  svm.expireBlockhash()
  expect(await send(formatMemoTransaction(memo))).toBe(blockhashNotFound)
  const usable = formatMemoTransaction(memo)
  usable.set(parseBase58(svm.latestBlockhash(), 32) ?? [], 133)
  expect(await send(usable)).toBe('executed')
})

describe('signMemo', () => {
  test('has one transaction signed, for the account on its network, and answers its signature', async () => {
    const orders: TransactionOrder[] = []
    const signTransaction = async (order: TransactionOrder) => {
      orders.push(order)
      return sign(order)
    }
    const claim = await signMemo({ signTransaction }, { account, message })
    expect(claim.startsWith(memoSignatureType)).toBe(true)
    const signature = parseBase58(claim.slice(memoSignatureType.length), 64) ?? new Uint8Array()
    const signed = formatMemoMessage(key, message) ?? new Uint8Array()
    expect(ed25519.verify(signature, signed, key, { zip215: false })).toBe(true)
    expect(orders).toEqual([
      {
        address,
        caipNetworkId: 'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu',
        // What sending would make of the same memo, without a blockhash.
        transaction: encodeTransaction({
          payer: address,
          instructions: [{ ...addMemo(message), accounts: [{ address, signer: true, writable: false }] }],
        }),
      },
    ])
  })

  test('takes nothing from a wallet that changed the transaction', async () => {
    const change = (edit: (bytes: Uint8Array) => Uint8Array) => async (order: TransactionOrder) =>
      edit(Uint8Array.from(await sign(order)))
    for (const signTransaction of [
      change(bytes => bytes.fill(9, 133, 165)),
      change(bytes => Uint8Array.from([...bytes, 0])),
      change(bytes => bytes.subarray(0, 64)),
      change(() => new Uint8Array()),
    ])
      expect(await failureOf(signMemo({ signTransaction }, { account, message }))).toEqual([
        'SIGN_FAILED',
        'transaction-changed',
      ])
  })

  test('asks for nothing where the text does not fit', async () => {
    const signTransaction = async () => {
      throw new Error('asked')
    }
    for (const long of ['a'.repeat(1_062), 'Grüße'])
      expect(await failureOf(signMemo({ signTransaction }, { account, message: long }))).toEqual([
        'SIGN_FAILED',
        'text-too-long',
      ])
  })

  test.each([
    ['a refusal', { code: 4001 }, 'SIGN_REJECTED'],
    ['a failure', new Error('device busy'), 'SIGN_FAILED'],
  ])('%s is the wallet’s', async (_what, thrown, code) => {
    const signTransaction = () => Promise.reject(thrown)
    expect(await failureOf(signMemo({ signTransaction }, { account, message }))).toEqual([code, undefined])
  })
})

test('a text that the wallet finds fault with is not told as the visitor’s refusal', async () => {
  const refused = { code: -32000, message: 'domain does not match provided origin' }
  const signMessage = () => Promise.reject(refused)
  expect(await failureOf(signSolanaMessage({ signMessage }, { account, message }))).toEqual([
    'SIGN_FAILED',
    'text-refused',
  ])
  const declined = () => Promise.reject({ code: 4001, message: 'no' })
  expect(await failureOf(signSolanaMessage({ signMessage: declined }, { account, message }))).toEqual([
    'SIGN_REJECTED',
    undefined,
  ])
})
