import {
  getConvertApproval,
  getConvertQuotes,
  postConvertTransaction,
  type SwapContract,
} from 'latchkey/services'
import { parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { provide } from '../../core/context/oneOf.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertQuote,
} from './convertProvider.ts'
import { makeConvertProviders } from './convertRoom.ts'
import { caip, type DevSwaps, native, network, openDevSwaps } from './devSwaps.fixture.ts'
import { makeProviders } from './makeProviders.ts'
import { encodeSwap, type Trade } from './pools/encodeSwap.ts'

const { usdc, dai, weth, swapRouter } = devContracts
const mallory = '0x00000000000000000000000000000000000A11cE'

/** What the scripted provider says and builds, changed by each test. */
interface Script {
  readonly quote?: Partial<Record<keyof ConvertQuote, unknown>>
  readonly trade?: Partial<Trade>
  readonly tx?: Partial<BuiltConvert['tx']>
  readonly instead?: () => Promise<never>
}
let script: Script = {}
const contracts: readonly SwapContract[] = [
  { network, provider: 'scripted', shape: 'v2', address: swapRouter, spender: true },
]

/** A good provider on the local exchange, but for its script. */
const scripted: ConvertProvider = {
  id: 'scripted',
  networks: async () => new Set([network] as const),
  contracts: () => contracts,
  async quote(ask) {
    await script.instead?.()
    return quoteOf(ask)
  },
  async build(ask) {
    await script.instead?.()
    const quote = quoteOf(ask)
    const { data, value } = encodeSwap({
      exact: 'in',
      most: ask.amount,
      least: 990_000n,
      path: [weth, usdc],
      to: ask.recipient as `0x${string}`,
      deadline: 10n ** 10n,
      paysNative: ask.sell.address === undefined,
      getsNative: false,
      isTaxed: false,
      ...script.trade,
    })
    return { quote, tx: { to: swapRouter, data, value, gas: null, gasPrice: null, ...script.tx } }
  },
}
function quoteOf(ask: ConvertAsk): ConvertQuote {
  const good: ConvertQuote = {
    fromAmount: ask.amount,
    maximum: ask.amount,
    toAmount: 1_000_000n,
    minimum: 990_000n,
    expiresAt: Date.now() + 30_000,
    spender: ask.sell.address === undefined ? null : swapRouter,
    fees: [],
    priceImpact: null,
    route: [],
    gas: 100_000n,
    tokenTax: null,
    zeroFirst: false,
    seconds: null,
  }
  return { ...good, ...(script.quote as Partial<ConvertQuote>) }
}

let swaps: DevSwaps
beforeAll(async () => {
  swaps = await openDevSwaps(
    { CONVERT_TIMEOUT_MS: '2000' },
    {
      started: ctx => provide(ctx, makeConvertProviders, parts => [...makeProviders(parts), scripted]),
    },
  )
})
afterAll(() => swaps.close())
afterEach(() => {
  script = {}
})

const swap = { from: native, to: caip(usdc), amount: String(parseEther('1')) }
const asked = () => swaps.quotes({ ...swap, provider: 'scripted' })
async function built(body: object = {}) {
  const response = await swaps.send(
    postConvertTransaction,
    {},
    { userAddress: caip(swaps.user), ...swap, provider: 'scripted', ...body },
  )
  const answer = (await response.json()) as { code?: string; reasons?: readonly { name: string }[] }
  return answer.code === undefined
    ? 'built'
    : [answer.code, ...(answer.reasons ?? []).map(({ name }) => name)].join(' ')
}

describe('T70: a hostile quote is left out', () => {
  it.each([
    ['a lower minimum', { minimum: 900_000n }],
    ['a minimum of nothing', { minimum: 0n, toAmount: 0n }],
    ['a minimum above what arrives', { minimum: 1_000_001n }],
    ['more that leaves', { fromAmount: parseEther('2'), maximum: parseEther('2') }],
    ['more that may leave', { maximum: parseEther('2') }],
    ['a spender for a currency that needs none', { spender: swapRouter }],
  ])('%s is unsafe', async (_, quote) => {
    script = { quote }
    expect(await asked()).toEqual({ quotes: [], faults: [{ provider: 'scripted', reason: 'unsafe' }] })
  })

  it('another spender is unsafe', async () => {
    script = { quote: { spender: mallory } }
    const { faults } = await swaps.quotes({ ...swap, from: caip(dai), provider: 'scripted' })
    expect(faults).toEqual([{ provider: 'scripted', reason: 'unsafe' }])
    const query = {
      userAddress: caip(swaps.user),
      from: caip(dai),
      to: caip(usdc),
      amount: '1',
      spender: mallory,
    }
    const refused = await swaps.send(getConvertApproval, query)
    expect(await refused.json()).toMatchObject({ code: 'CONVERT_UNSAFE' })
  })

  it.each([
    ['numbers that are none', { expiresAt: Number.NaN }],
    ['an impact beyond all', { priceImpact: 7 }],
    ['a route of words', { route: 'over there' }],
    [
      'fees without end',
      { fees: Array.from({ length: 17 }, () => ({ kind: 'pool', amount: 1n, asset: native })) },
    ],
  ])('F26: %s are no quote', async (_, quote) => {
    script = { quote }
    expect(await asked()).toEqual({ quotes: [], faults: [{ provider: 'scripted', reason: 'unavailable' }] })
  })
})

describe('T70: a hostile transaction is refused, however good its quote', () => {
  it('a good one is built', async () => {
    expect(await built()).toBe('built')
  })

  it.each<readonly [string, Script]>([
    ['another receiver', { trade: { to: mallory } }],
    ['a lower minimum', { trade: { least: 1n } }],
    ['another token', { trade: { path: [weth, dai] } }],
    ['more of the currency', { tx: { value: parseEther('2') } }],
    ['none of the currency', { tx: { value: 0n } }],
    ['a contract that is not on the list', { tx: { to: mallory } }],
    ['the token itself', { tx: { to: usdc } }],
    ['an unknown call', { tx: { data: '0x12345678' } }],
    ['an approval', { tx: { data: `0x095ea7b3${'0'.repeat(24)}${mallory.slice(2)}${'f'.repeat(64)}` } }],
    ['a call that is cut off', { tx: { data: '0x7ff36ab5' } }],
    ['no call', { tx: { data: '0x' } }],
    ['a call that is no call', { tx: { data: 'swap' } }],
    ['an address that is none', { tx: { to: 'router' } }],
    ['a quote that is worse than its call', { quote: { minimum: 1n } }],
    ['a call that gives less than its quote', { quote: { minimum: 999_000n, toAmount: 1_000_000n } }],
  ])('%s', async (_, given) => {
    script = given
    expect(await built()).toBe('CONVERT_UNSAFE')
  })

  it('a transaction that takes more of a token than was asked', async () => {
    script = { trade: { most: 2n ** 200n, path: [dai, usdc] } }
    expect(await built({ from: caip(dai), amount: String(parseUnits('1', 18)) })).toBe('CONVERT_UNSAFE')
  })
})

describe('a provider that is out', () => {
  const never = () => new Promise<never>(() => {})
  const fail = async (): Promise<never> => {
    throw new Error('the service is out of order')
  }

  it.each([
    ['does not answer', never, 'unavailable'],
    ['breaks', fail, 'unavailable'],
    ['is asked too often', () => Promise.reject(new ConvertFault('rate-limited')), 'rate-limited'],
    ['may not serve the account', () => Promise.reject(new ConvertFault('blocked')), 'blocked'],
    ['has too little', () => Promise.reject(new ConvertFault('liquidity')), 'liquidity'],
  ])('one that %s holds no other, and says why', async (_, instead, reason) => {
    script = { instead }
    const { quotes, faults } = await swaps.quotes(swap)
    expect(quotes.map(({ provider }) => provider)).toEqual(['pools'])
    expect(faults).toEqual([{ provider: 'scripted', reason }])
    expect(await built()).toBe(`CONVERT_FAILED ${reason}`)
  })

  it('the best of several is first, and the others follow', async () => {
    script = { quote: { toAmount: 10n ** 12n, minimum: 99n * 10n ** 10n } }
    const { quotes } = await swaps.quotes(swap)
    expect(quotes.map(({ provider }) => provider)).toEqual(['scripted', 'pools'])
    // By prices, since the provider does not say it: far more than it is worth.
    expect(quotes[0]?.priceImpact).toBe(-1)
    script = {}
    expect((await swaps.quotes(swap)).quotes.map(({ provider }) => provider)).toEqual(['pools', 'scripted'])
  })

  it('T44: what a provider throws is logged, and is no answer', async () => {
    script = { instead: fail }
    const response = await swaps.send(getConvertQuotes, { userAddress: caip(swaps.user), ...swap })
    expect(await response.text()).not.toContain('out of order')
    expect(swaps.app.lines.some(line => line.includes('a provider of quotes failed'))).toBe(true)
  })
})
