/** Transfers without a known signature, and nodes that lie. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { formatBase58 } from '../../../contract/base58.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { newKeys, signWith, startTestSolana, type TestSolana } from '../../conformance/startTestSolana.ts'
import { toBase64 } from '../../foreign/base64.ts'
import { createSolanaSending } from './createSolanaSending.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { setComputePrice, transferLamports } from './instructions.ts'
import { parseLifetime } from './lifetime.ts'

const sol = 1_000_000_000n
const open = new AbortController().signal
const sending = createSolanaSending(new Map())
let chain: TestSolana

beforeAll(async () => {
  chain = await startTestSolana()
})
afterAll(() => chain.stop())

async function begin() {
  const keys = newKeys()
  await chain.pay(keys.address)
  const from = toCaipAddress(chain.caipNetworkId, keys.address)
  await expect
    .poll(() => chain.rpc('getBalance', [keys.address, { commitment: 'confirmed' }]))
    .toMatchObject({ value: Number(10n * sol) })
  const transfer: Transfer = {
    from,
    network: chain.network,
    to: newKeys().address,
    asset: { symbol: 'SOL', decimals: 9 },
    amount: { value: sol, decimals: 9 },
  }
  const nonce = await sending.nextNonce(chain.rpc, from)
  /** Broadcasts as a wallet of its own mind does. */
  const send = async (value: bigint, price: bigint, own: boolean) => {
    const lifetime = own ? nonce : await sending.nextNonce(chain.rpc, from)
    const transaction = encodeTransaction({
      payer: keys.address,
      blockhash: parseLifetime(lifetime)?.blockhash ?? '',
      instructions: [setComputePrice(price), transferLamports(keys.address, transfer.to, value)],
    })
    const signed = signWith(keys, transaction)
    await chain.rpc('sendTransaction', [toBase64(signed), { encoding: 'base64' }])
    return formatBase58(signed.slice(1, 65))
  }
  const find = (rpc: RpcRequest = chain.rpc) => sending.find(rpc, { transfer, nonce })
  return { transfer, from, nonce, send, find, keys }
}

describe('a transfer whose answer was lost', () => {
  test('is found although the wallet put a fresh blockhash and another price in', async () => {
    const { send, find } = await begin()
    expect(await find()).toBe('unknown')
    chain.advance(3)
    const hash = await send(sol, 3n, false)
    await expect.poll(() => find()).toEqual({ hash })
  })

  test.each([
    ['its own came first', true],
    ['its own came last', false],
  ])('is the one with its own blockhash where there are two alike: %s', async (_, isFirst) => {
    const { send, find } = await begin()
    const first = await send(sol, 1n, isFirst)
    chain.advance(3)
    const last = await send(sol, 2n, !isFirst)
    const hash = isFirst ? first : last
    await expect.poll(() => find()).toEqual({ hash })
  })

  test('is not another one of the same account', async () => {
    const { send, find } = await begin()
    await send(sol + 1n, 1n, false)
    chain.advance(1_300)
    expect(await find()).toBe('other')
  })

  test.each([
    ['is of another chain', 'getGenesisHash', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
    ['answers a history that is none', 'getSignaturesForAddress', {}],
    ['answers signatures that are none', 'getSignaturesForAddress', [{ signature: 'x', slot: 9e15 }]],
    [
      'answers a height that JSON rounds',
      'getEpochInfo',
      { epoch: 1, absoluteSlot: 1, blockHeight: 2 ** 60 },
    ],
    ['answers a height that is text', 'getEpochInfo', { epoch: 1, absoluteSlot: 1, blockHeight: '99999' }],
  ])('is never said to be unsent by a node that %s', async (_, method, answer) => {
    const { find } = await begin()
    chain.advance(1_300)
    expect(await find(async (asked, params) => (asked === method ? answer : chain.rpc(asked, params)))).toBe(
      'unknown',
    )
  })
})

describe('a quote by a node', () => {
  const quoteBy = async (method: string, answer: unknown) => {
    const { transfer } = await begin()
    const rpc: RpcRequest = async (asked, params) => {
      if (asked !== method) return chain.rpc(asked, params)
      if (answer instanceof Error) throw answer
      return answer
    }
    return sending.quote(rpc, transfer, open)
  }

  test('of another chain is none (F16)', async () => {
    await expect(quoteBy('getGenesisHash', newKeys().address)).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { reason: 'wrong-chain-node' },
    })
  })

  test.each([
    ['accounts that are none', 'getMultipleAccounts', { value: [{ lamports: '5' }, null] }],
    ['fewer accounts than it was asked for', 'getMultipleAccounts', { value: [null] }],
    [
      'lamports that JSON rounds',
      'getMultipleAccounts',
      { value: [{ lamports: 2 ** 60, owner: 'x' }, null] },
    ],
    ['a minimum that is none', 'getMinimumBalanceForRentExemption', -1],
  ])('that answers %s says nothing, not something', async (_, method, answer) => {
    expect(await quoteBy(method, answer)).toEqual({ fee: undefined, simulation: { at: 'unknown' } })
  })

  test.each([
    ['nothing', null],
    ['no error and no success', { value: {} }],
    ['an error', new Error('no simulation here')],
  ])('that cannot simulate (%s) is never said to find it fine', async (_, answer) => {
    const quote = await quoteBy('simulateTransaction', answer)
    expect(quote.simulation).toEqual({ at: 'unknown' })
    expect(quote.fee?.most.value).toBe(5_000n)
  })

  test('with prices out of all bounds is not followed', async () => {
    const fees = [{ slot: 1, prioritizationFee: 9_000_000_000_000 }]
    const { fee } = await quoteBy('getRecentPrioritizationFees', fees)
    expect(fee?.most.value).toBeLessThanOrEqual(505_000n)
    expect(fee?.most.value).toBeGreaterThan(500_000n)
  })
})

test('a signature is not confirmed by a word that is none', async () => {
  const { from, nonce } = await begin()
  const hash = formatBase58(Uint8Array.from({ length: 64 }, () => 9))
  for (const status of [
    {},
    { confirmationStatus: 'processed', err: null },
    { confirmationStatus: 'confirmed' },
    5,
  ]) {
    const rpc: RpcRequest = async (asked, params) =>
      asked === 'getSignatureStatuses' ? { value: [status] } : chain.rpc(asked, params)
    expect(await sending.receipt(rpc, { hash, from, nonce })).toBeUndefined()
  }
  const failed = { confirmationStatus: 'confirmed', err: { InstructionError: [2, { Custom: 1 }] } }
  const rpc: RpcRequest = async () => ({ value: [failed] })
  expect(await sending.receipt(rpc, { hash, from, nonce })).toEqual({ status: 'failed', hash })
})
