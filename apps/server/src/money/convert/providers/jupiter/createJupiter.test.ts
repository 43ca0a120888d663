import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConvertAsk } from '../../convertProvider.ts'
import { createProviderClient } from '../../createProviderClient.ts'
import { solanaTransaction } from '../solanaTransaction.fixture.ts'
import { hostileAnswers, patienceFor } from '../startVendor.fixture.ts'
import { chainOf, reasonOf, roomBuild, roomQuote, swapAsk, tokenOn } from '../swapAsk.fixture.ts'
import { createJupiter } from './createJupiter.ts'
import { type FakeOrder, type JupiterTricks, startJupiter } from './fakeJupiter.fixture.ts'

const now = 1_790_000_000_000
const [solana, devnet] = [
  chainOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  chainOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
]
const [account, mallory] = [
  '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH',
]
const [usdc, wrapped, aggregator] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'So11111111111111111111111111111111111111112',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
]
const solAsk = (parts: Partial<ConvertAsk> = {}) =>
  swapAsk({
    chain: solana,
    toChain: solana,
    account,
    recipient: account,
    sell: tokenOn(solana.id, undefined, 9),
    buy: tokenOn(solana.id, usdc, 6),
    ...parts,
  })

async function jupiter(tricks: JupiterTricks = {}, chains = [solana], timeout = 60_000) {
  const vendor = await startJupiter(tricks)
  onTestFinished(vendor.close)
  const ask = createProviderClient({
    url: vendor.url,
    headers: { 'x-api-key': 'canary-key' },
    timeout,
    clock: () => performance.now(),
    now: () => now,
    limit: 1_000_000,
  })
  return { vendor, provider: createJupiter({ ask, chains, now: () => now }) }
}

describe('createJupiter', () => {
  it('quotes without a taker, with what Jupiter keeps', async () => {
    const { vendor, provider } = await jupiter()
    const ask = solAsk()
    expect(await roomQuote(provider, ask)).toEqual({
      fromAmount: 1_000_000n,
      maximum: 1_000_000n,
      toAmount: 1_998_000n,
      minimum: 1_978_020n,
      expiresAt: now + 30_000,
      spender: null,
      fees: [{ kind: 'provider', amount: 2_000n, asset: ask.buy.caip }],
      priceImpact: null,
      route: [{ venue: 'Meteora DLMM', share: 10_000, from: ask.sell.caip, to: ask.buy.caip }],
      gas: null,
      tokenTax: null,
      zeroFirst: false,
      seconds: null,
    })
    expect(vendor.requests[0]?.query).toEqual({
      inputMint: wrapped,
      outputMint: usdc,
      amount: '1000000',
      slippageBps: '100',
      excludeRouters: 'jupiterz',
    })
    expect(vendor.requests[0]?.headers['x-api-key']).toBe('canary-key')
  })

  it('builds a transaction of the taker’s, which the room hands to no client (T70)', async () => {
    const { vendor, provider } = await jupiter()
    const { tx } = await provider.build(solAsk(), new AbortController().signal)
    expect([tx.to, tx.value]).toEqual([aggregator, 0n])
    expect(vendor.requests[0]?.query.taker).toBe(account)
    expect(await reasonOf(roomBuild(provider, solAsk()))).toBe('unsafe')
  })

  it('counts what Jupiter keeps by its part where no amount is said', async () => {
    const fees = async (change: (order: FakeOrder) => unknown) => {
      const { provider } = await jupiter({ change })
      return (await roomQuote(provider, solAsk())).fees.map(({ amount, asset }) => [amount, asset])
    }
    const { sell, buy } = solAsk()
    expect(await fees(order => ({ ...order, platformFee: null }))).toEqual([[2_000n, buy.caip]])
    expect(await fees(order => ({ ...order, platformFee: null, feeMint: wrapped }))).toEqual([
      [1_000n, sell.caip],
    ])
    expect(await fees(order => ({ ...order, platformFee: null, feeBps: 0 }))).toEqual([])
  })

  it('ends with the offer of a market maker', async () => {
    const { provider } = await jupiter({ change: order => ({ ...order, expireAt: String(now / 1_000 + 7) }) })
    expect((await roomQuote(provider, solAsk())).expiresAt).toBe(now + 7_000)
    const ended = await jupiter({ change: order => ({ ...order, expireAt: String(now / 1_000 - 1) }) })
    expect(await reasonOf(roomQuote(ended.provider, solAsk()))).toBe('unavailable')
  })

  it('serves the main cluster alone, where the operator does', async () => {
    const { provider } = await jupiter()
    expect([...(await provider.networks())]).toEqual([solana.id])
    expect(await provider.contracts()).toEqual([
      { network: solana.id, provider: 'jupiter', shape: 'jupiter', address: aggregator, spender: false },
    ])
    const elsewhere = await jupiter({}, [devnet, chainOf('eip155:1')])
    expect([...(await elsewhere.provider.networks())]).toEqual([])
    expect(await elsewhere.provider.contracts()).toEqual([])
  })

  it.each([
    ['another cluster', { chain: devnet, toChain: devnet }, 'unsupported'],
    ['another network', { toChain: chainOf('eip155:1') }, 'unsupported'],
    ['an exact output', { exact: 'out' }, 'no-route'],
    // It would arrive as SOL.
    ['wrapped SOL to buy', { buy: tokenOn(solana.id, wrapped) }, 'token'],
    ['wrapped SOL to sell', { sell: tokenOn(solana.id, wrapped) }, 'token'],
  ] as [string, Partial<ConvertAsk>, string][])('asks nothing for %s', async (_, parts, reason) => {
    const { vendor, provider } = await jupiter()
    expect(await reasonOf(roomQuote(provider, solAsk(parts)))).toBe(reason)
    expect(vendor.requests).toEqual([])
  })

  it('says of a taker without enough only that there is no transaction', async () => {
    const { provider } = await jupiter({
      change: order => ({ ...order, transaction: '', errorCode: 1, errorMessage: 'Insufficient funds' }),
    })
    const answer = provider.build(solAsk(), new AbortController().signal)
    await expect(answer).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it.each([
    [400, 'no-route'],
    [404, 'no-route'],
    [401, 'unavailable'],
    [451, 'blocked'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
  ])('HTTP %i is %s', async (status, reason) => {
    const { provider } = await jupiter({ instead: { json: { error: 'x' }, status } })
    expect(await reasonOf(roomQuote(provider, solAsk()))).toBe(reason)
  })

  it.each(hostileAnswers.filter(([name]) => name !== 'a refusal without a name'))(
    'F26: %s is no quote',
    async (name, answer) => {
      const { provider } = await jupiter({ instead: answer }, undefined, patienceFor(name))
      expect(await reasonOf(roomQuote(provider, solAsk()))).toBe('unavailable')
    },
  )
})

describe('T70: hostile orders of Jupiter are refused', () => {
  it.each([
    ['another token to sell', { inputMint: usdc }],
    ['another token to buy', { outputMint: wrapped }],
    ['another amount', { inAmount: '2' }],
    ['more slippage', { slippageBps: 101 }],
    ['a lower minimum', { otherAmountThreshold: '1000' }],
    ['a minimum above the amount', { otherAmountThreshold: '9000000' }],
    ['another account', { taker: mallory }],
    ['an offer that only its maker can land', { router: 'jupiterz' }],
  ])('an order with %s', async (_, parts) => {
    const { provider } = await jupiter({ change: order => ({ ...order, ...parts }) })
    expect(await reasonOf(roomQuote(provider, solAsk()))).toBe('unsafe')
  })

  it.each([
    ['another payer', solanaTransaction({ payer: mallory, programs: [aggregator] })],
    [
      'no program that swaps',
      solanaTransaction({ payer: account, programs: ['11111111111111111111111111111111'] }),
    ],
    ['bytes behind its end', `${solanaTransaction({ payer: account, programs: [aggregator] })}AA==`],
    ['no transaction', 'AQAA'],
  ])('a transaction with %s', async (_, transaction) => {
    const { provider } = await jupiter({ change: order => ({ ...order, transaction }) })
    const answer = provider.build(solAsk(), new AbortController().signal)
    expect(await reasonOf(answer)).toBe('unsafe')
  })
})
