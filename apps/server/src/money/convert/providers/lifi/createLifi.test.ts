import { nativeTokenAddresses } from 'latchkey/services'
import { getAddress, zeroAddress } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConvertAsk } from '../../convertProvider.ts'
import { createProviderClient } from '../../createProviderClient.ts'
import { hostileAnswers, patienceFor } from '../startVendor.fixture.ts'
import {
  alice,
  chainOf,
  mallory,
  reasonOf,
  roomBuild,
  roomQuote,
  swapAsk,
  tokenOn,
} from '../swapAsk.fixture.ts'
import { createLifi } from './createLifi.ts'
import { diamond, type FakeStep, type LifiTricks, startLifi } from './fakeLifi.fixture.ts'

const now = 1_790_000_000_000
const [ethereum, base] = [chainOf('eip155:1'), chainOf('eip155:8453')]
const solana = chainOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const other = '0x00000000000000000000000000000000000000aa'

async function lifi(
  tricks: LifiTricks = {},
  options: { hasKey?: boolean; integrator?: string; feeBps?: number; timeout?: number } = {},
) {
  const vendor = await startLifi(tricks)
  onTestFinished(vendor.close)
  const time = { at: 0 }
  const provider = createLifi({
    ask: createProviderClient({
      url: vendor.url,
      timeout: options.timeout ?? 60_000,
      clock: () => time.at,
      now: () => now + time.at,
      limit: 1_000_000,
    }),
    hasKey: options.hasKey ?? false,
    integrator: options.integrator,
    feeBps: options.feeBps ?? 0,
    chains: [ethereum, base, solana, chainOf('eip155:56'), chainOf('eip155:7777777')],
    clock: () => time.at,
    now: () => now + time.at,
  })
  return { vendor, provider, time }
}

const ether = tokenOn(ethereum.id)
const toBase: Partial<ConvertAsk> = {
  toChain: base,
  buy: tokenOn(base.id, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6),
}
const soldEther: Partial<ConvertAsk> = { sell: ether, buy: tokenOn(ethereum.id, tether, 6) }

describe('createLifi', () => {
  it('quotes a swap on one network, with slippage as a part of one', async () => {
    const { vendor, provider } = await lifi()
    const ask = swapAsk({ slippageBps: 50 })
    expect(await roomQuote(provider, ask)).toEqual({
      fromAmount: 1_000_000n,
      maximum: 1_000_000n,
      toAmount: 1_995_000n,
      minimum: 1_985_025n,
      expiresAt: now + 60_000,
      spender: diamond,
      fees: [{ kind: 'provider', amount: 2_500n, asset: ask.sell.caip }],
      priceImpact: null,
      route: [{ venue: 'KyberSwap', share: 10_000, from: ask.sell.caip, to: ask.buy.caip }],
      gas: 225_000n,
      tokenTax: null,
      zeroFirst: false,
      seconds: null,
    })
    expect([vendor.requests[0]?.path, vendor.requests[0]?.query]).toEqual([
      '/quote',
      {
        fromChain: '1',
        toChain: '1',
        fromToken: ask.sell.address,
        toToken: ask.buy.address,
        fromAmount: '1000000',
        fromAddress: alice,
        toAddress: alice,
        slippage: '0.005',
      },
    ])
  })

  it('asks for an exact output, of which the least is what was asked for', async () => {
    const { vendor, provider } = await lifi()
    const quote = await roomQuote(provider, swapAsk({ exact: 'out', amount: 500_000n }))
    expect(quote.minimum).toBeGreaterThanOrEqual(500_000n)
    expect(quote.maximum).toBe(quote.fromAmount)
    expect([vendor.requests[0]?.path, vendor.requests[0]?.query.toAmount]).toEqual([
      '/quote/toAmount',
      '500000',
    ])
    const short = await lifi({
      change: step => ({ ...step, estimate: { ...step.estimate, toAmountMin: '499999' } }),
    })
    const answer = roomQuote(short.provider, swapAsk({ exact: 'out', amount: 500_000n }))
    expect(await reasonOf(answer)).toBe('no-route')
  })

  it.each([
    ['tokens', {}],
    ['an exact output', { exact: 'out' }],
    ['the network’s own currency', soldEther],
    ['into the network’s own currency', { buy: ether }],
    ['another recipient', { recipient: mallory }],
  ] as [string, Partial<ConvertAsk>][])(
    'builds a transaction that the decoder reads: %s',
    async (_, parts) => {
      const { provider } = await lifi()
      const ask = swapAsk(parts)
      const { tx, quote } = await roomBuild(provider, ask)
      expect(tx).toMatchObject({ to: diamond, gas: 225_000n, gasPrice: 73_177_681n })
      expect(tx.value).toBe(ask.sell.address === undefined ? ask.amount : 0n)
      expect(quote.spender).toBe(ask.sell.address === undefined ? null : diamond)
    },
  )

  it('reads a call that takes the fee first and swaps the rest', async () => {
    const { provider } = await lifi({ changeCall: call => ({ ...call, feeFirst: 2_500n }) })
    expect((await roomBuild(provider, swapAsk())).tx.to).toBe(diamond)
  })

  it('writes the network’s own currency as LI.FI does, and reads it back as ours', async () => {
    const { vendor, provider } = await lifi()
    const { fees, route } = await roomQuote(provider, swapAsk(soldEther))
    expect(vendor.requests[0]?.query.fromToken).toBe(zeroAddress)
    expect([fees[0]?.asset, route[0]?.from]).toEqual([
      `eip155:1:${nativeTokenAddresses.eip155}`,
      `eip155:1:${nativeTokenAddresses.eip155}`,
    ])
  })

  it('says of a token like USDT that its allowance has to be zero first', async () => {
    const { provider } = await lifi()
    const quote = await roomQuote(provider, swapAsk({ sell: tokenOn(ethereum.id, tether, 6) }))
    expect(quote.zeroFirst).toBe(true)
  })

  it('takes a host’s fee under the host’s name alone, and shows it apart', async () => {
    const { vendor, provider } = await lifi({}, { integrator: 'shop', feeBps: 30 })
    const { fees } = await roomQuote(provider, swapAsk())
    expect(fees.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['app', 3_000n],
      ['provider', 2_500n],
    ])
    expect(vendor.requests[0]?.query).toMatchObject({ integrator: 'shop', fee: '0.003' })
    const nameless = await lifi({}, { feeBps: 30 })
    await roomQuote(nameless.provider, swapAsk())
    expect(nameless.vendor.requests[0]?.query).not.toHaveProperty('fee')
  })

  it('asks nothing for wrapping, nor for a network that it does not know', async () => {
    const { vendor, provider } = await lifi()
    const wrapped = tokenOn(ethereum.id, ethereum.wrapped)
    const zora = chainOf('eip155:7777777')
    expect(await reasonOf(roomQuote(provider, swapAsk({ sell: ether, buy: wrapped })))).toBe('no-route')
    expect(await reasonOf(roomQuote(provider, swapAsk({ sell: wrapped, buy: ether })))).toBe('no-route')
    expect(await reasonOf(roomQuote(provider, swapAsk({ toChain: zora })))).toBe('unsupported')
    expect(vendor.requests).toEqual([])
  })

  it('serves the networks that LI.FI names and we know, asked for once an hour', async () => {
    const { vendor, provider, time } = await lifi()
    expect([...(await provider.networks())]).toEqual([ethereum.id, base.id, solana.id])
    await provider.networks()
    expect(vendor.requests).toHaveLength(1)
    time.at = 3_600_000
    await provider.networks()
    expect(vendor.requests).toHaveLength(2)
  })

  it('F26: serves no network while LI.FI is out, and asks again after a minute', async () => {
    let isOut = true
    const { provider, time } = await lifi({
      instead: () => (isOut ? response => void response.destroy() : undefined),
    })
    expect([...(await provider.networks())]).toEqual([])
    isOut = false
    expect([...(await provider.networks())]).toEqual([])
    time.at = 60_000
    expect((await provider.networks()).size).toBe(3)
  })

  it('finds tokens by name or symbol, without flagged ones, and asks for the list once', async () => {
    const { vendor, provider } = await lifi()
    const { signal } = new AbortController()
    expect(await provider.tokens?.(ethereum, ' usdc ', signal)).toEqual([
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      getAddress('0x00000000000000000000000000000000000000e1'),
    ])
    expect(await provider.tokens?.(ethereum, 'stablecoin', signal)).toEqual([
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    ])
    expect(await provider.tokens?.(ethereum, undefined, signal)).toEqual([])
    expect(await provider.tokens?.(ethereum, tether, signal)).toEqual([])
    expect(vendor.requests.map(({ path, query }) => [path, query])).toEqual([['/tokens', { chains: '1' }]])
  })
})

describe('few requests', () => {
  it('gives a price again for 30 seconds without a key, and with the end that it had', async () => {
    const { vendor, provider, time } = await lifi()
    const first = await roomQuote(provider, swapAsk())
    time.at = 29_999
    expect(await roomQuote(provider, swapAsk())).toEqual(first)
    expect(vendor.requests).toHaveLength(1)
    time.at = 30_000
    expect((await roomQuote(provider, swapAsk())).expiresAt).toBe(now + 90_000)
    // Another amount is another question, and a transaction is always asked for.
    await roomQuote(provider, swapAsk({ amount: 2n }))
    await roomBuild(provider, swapAsk())
    expect(vendor.requests).toHaveLength(4)
  })

  it('gives a price again for 5 seconds with a key', async () => {
    const { vendor, provider, time } = await lifi({}, { hasKey: true })
    await roomQuote(provider, swapAsk())
    time.at = 5_000
    await roomQuote(provider, swapAsk())
    expect(vendor.requests).toHaveLength(2)
  })

  it('shares one request among those who ask the same at the same time', async () => {
    const { vendor, provider } = await lifi()
    await Promise.all(Array.from({ length: 20 }, () => roomQuote(provider, swapAsk())))
    expect(vendor.requests).toHaveLength(1)
  })

  it('keeps the last fifth of the limit for transactions, until it is reset', async () => {
    let remaining = 15
    const { vendor, provider, time } = await lifi({
      headers: () => ({
        'ratelimit-limit': '75',
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': '600',
      }),
    })
    await roomQuote(provider, swapAsk())
    expect(await reasonOf(roomQuote(provider, swapAsk({ amount: 5n })))).toBe('rate-limited')
    remaining = 0
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('answered')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('rate-limited')
    expect(vendor.requests).toHaveLength(2)
    time.at = 600_000
    expect(await reasonOf(roomQuote(provider, swapAsk({ amount: 5n })))).toBe('answered')
  })

  it('asks nothing after a 429 until its reset', async () => {
    let isOver = true
    const { vendor, provider, time } = await lifi({
      instead: () =>
        isOver
          ? { json: { code: 1_005, message: 'x' }, status: 429, headers: { 'ratelimit-reset': '90' } }
          : undefined,
    })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('rate-limited')
    isOver = false
    time.at = 89_999
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('rate-limited')
    expect(vendor.requests).toHaveLength(1)
    time.at = 90_000
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('answered')
  })
})

describe('other networks', () => {
  it('quotes with the time that it takes, and what its status needs', async () => {
    const { provider } = await lifi()
    const quote = await roomQuote(provider, swapAsk(toBase))
    expect([quote.seconds, quote.tag, quote.spender]).toEqual([13, 'across 8453', diamond])
    expect(quote.route).toEqual([
      { venue: 'AcrossV4', share: 10_000, from: swapAsk().sell.caip, to: toBase.buy?.caip },
    ])
  })

  it('has no quote for a bridge that is paid besides, which no line would show', async () => {
    const { provider } = await lifi({
      change: step => ({
        ...step,
        estimate: {
          ...step.estimate,
          feeCosts: step.estimate.feeCosts.map(fee => ({ ...fee, included: false })),
        },
      }),
    })
    expect(await reasonOf(roomQuote(provider, swapAsk(toBase)))).toBe('no-route')
  })

  it('reads no bridge whose name would not come back as one word', async () => {
    const { provider } = await lifi({ change: step => ({ ...step, tool: 'across 10' }) })
    expect(await reasonOf(roomQuote(provider, swapAsk(toBase)))).toBe('unavailable')
  })

  const usdc = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', chainId: 8_453 }
  const receiving = { chainId: 8_453, txHash: '0xbb', amount: '990000', token: usdc }
  const arrived = { amount: 990_000n, asset: `eip155:8453:${usdc.address}`, hash: '0xbb' }

  it.each([
    ['NOT_FOUND', undefined, undefined, 'unknown', null],
    ['INVALID', undefined, undefined, 'unknown', null],
    ['PENDING', 'WAIT_DESTINATION_TRANSACTION', { chainId: 8_453 }, 'waiting', null],
    ['PENDING', 'REFUND_IN_PROGRESS', { chainId: 8_453 }, 'waiting', null],
    ['DONE', 'COMPLETED', receiving, 'done', arrived],
    ['DONE', undefined, receiving, 'done', arrived],
    ['DONE', 'PARTIAL', receiving, 'partial', arrived],
    ['DONE', 'REFUNDED', receiving, 'refunded', arrived],
    // What arrived is not said: it is not made up of the quote (F26).
    ['DONE', 'COMPLETED', { chainId: 8_453 }, 'done', null],
    ['DONE', 'COMPLETED', { ...receiving, token: { ...usdc, chainId: 99 } }, 'done', null],
    ['FAILED', 'SLIPPAGE_EXCEEDED', undefined, 'failed', null],
  ])('%s %s with %j is %s', async (status, substatus, given, told, received) => {
    const { vendor, provider } = await lifi({ status: { status, substatus, receiving: given } })
    const { signal } = new AbortController()
    const answer = await provider.status?.({ chain: ethereum, hash: '0xaa', tag: 'across 8453' }, signal)
    expect(answer).toEqual({ status: told, received })
    expect(vendor.requests[0]?.query).toEqual({
      txHash: '0xaa',
      fromChain: '1',
      toChain: '8453',
      bridge: 'across',
    })
  })

  it('refuses a status that LI.FI does not document', async () => {
    const { provider } = await lifi({ status: { status: 'FINE' } })
    const { signal } = new AbortController()
    const answer = provider.status?.({ chain: ethereum, hash: '0xaa', tag: undefined }, signal)
    expect(await reasonOf(answer ?? Promise.resolve())).toBe('unavailable')
  })
})

describe('Solana by LI.FI', () => {
  const account = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const ask = swapAsk({
    chain: solana,
    toChain: solana,
    account,
    recipient: account,
    sell: tokenOn(solana.id, undefined, 9),
    buy: tokenOn(solana.id, usdc, 6),
  })

  it('quotes by LI.FI’s number of it, and nothing is allowed to a contract', async () => {
    const { vendor, provider } = await lifi()
    const quote = await roomQuote(provider, ask)
    expect([quote.spender, quote.zeroFirst, quote.seconds]).toEqual([null, false, null])
    expect(vendor.requests[0]?.query).toMatchObject({
      fromChain: '1151111081099710',
      toChain: '1151111081099710',
      fromToken: '11111111111111111111111111111111',
      toToken: usdc,
    })
    expect(quote.fees[0]?.asset).toBe(`${solana.id}:${nativeTokenAddresses.solana}`)
  })

  it('T70: hands no transaction on, since none is read here', async () => {
    const { provider } = await lifi()
    const { tx } = await provider.build(ask, new AbortController().signal)
    expect([tx.to, tx.value]).toEqual(['LiFiQWz8dMkbXzVEVL4rPzsLqz7zbTvyJ9wBBzHcKMv', 0n])
    expect(await reasonOf(roomBuild(provider, ask))).toBe('unsafe')
  })

  it.each([
    ['no base64', '<script>'],
    ['no transaction', 'AAAA'],
    ['nothing', ''],
  ])('T70: takes %s for no transaction', async (_, data) => {
    const { provider } = await lifi({ change: step => ({ ...step, transactionRequest: { data } }) })
    expect(await reasonOf(provider.build(ask, new AbortController().signal))).toBe('unsafe')
  })
})

describe('refusals of LI.FI', () => {
  const tools = (...codes: string[]) =>
    codes.map(code => ({ errorType: 'NO_QUOTE', code, tool: 'x', message: 'y' }))
  const failed = (...codes: string[]) => ({
    filteredOut: [],
    failed: [{ overallPath: 'a', subpaths: { 'a-b': tools(...codes) } }],
  })

  it.each([
    [1_002, 404, undefined, 'no-route'],
    [1_002, 404, tools('NO_POSSIBLE_ROUTE'), 'no-route'],
    [1_002, 404, tools('AMOUNT_TOO_LOW', 'FEES_HIGHER_THAN_AMOUNT', 'TOOL_TIMEOUT'), 'too-small'],
    [1_002, 404, failed('AMOUNT_TOO_LOW'), 'too-small'],
    [1_002, 404, failed('INSUFFICIENT_LIQUIDITY'), 'liquidity'],
    // Tools that disagree say nothing together.
    [1_002, 404, tools('AMOUNT_TOO_LOW', 'INSUFFICIENT_LIQUIDITY'), 'no-route'],
    [1_002, 404, { failed: 'yes' }, 'no-route'],
    [1_003, 404, undefined, 'token'],
    [1_005, 400, undefined, 'rate-limited'],
    [1_007, 409, undefined, 'liquidity'],
    [1_010, 401, undefined, 'unavailable'],
    [1_011, 400, undefined, 'token'],
    [1_012, 424, undefined, 'unavailable'],
    [undefined, 400, undefined, 'unavailable'],
    [undefined, 451, undefined, 'blocked'],
    [1_006, 500, undefined, 'unavailable'],
  ])('%s with %i and %j is %s', async (code, status, errors, reason) => {
    const { provider } = await lifi({ instead: () => ({ json: { code, errors, message: 'x' }, status }) })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe(reason)
    // A refusal is not cached: the next question may have an answer.
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe(reason)
  })

  it.each(hostileAnswers)('F26: %s is no quote', async (name, answer) => {
    const { provider } = await lifi({ instead: () => answer }, { timeout: patienceFor(name) })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('unavailable')
  })
})

describe('T70: hostile quotes of LI.FI are refused', () => {
  const inAction = (parts: object) => (step: FakeStep) => ({ ...step, action: { ...step.action, ...parts } })
  const inEstimate = (parts: object) => (step: FakeStep) => ({
    ...step,
    estimate: { ...step.estimate, ...parts },
  })
  const inTransaction = (parts: object) => (step: FakeStep) => ({
    ...step,
    transactionRequest: { ...step.transactionRequest, ...parts },
  })
  const token = { address: other, chainId: 1, symbol: 'ONE', decimals: 18, name: 'One', priceUSD: '1' }

  it.each([
    ['another spender', inEstimate({ approvalAddress: mallory })],
    ['no spender', inEstimate({ approvalAddress: '' })],
    ['another token to sell', inAction({ fromToken: token })],
    ['another token to buy', inAction({ toToken: token })],
    [
      'the token of another network',
      inAction({ toToken: { ...token, address: swapAsk().buy.address, chainId: 10 } }),
    ],
    ['another network', inAction({ toChainId: 10 })],
    ['another recipient', inAction({ toAddress: mallory })],
    ['another account', inAction({ fromAddress: mallory })],
    ['another amount', inEstimate({ fromAmount: '1000001' })],
    ['a lower minimum', inEstimate({ toAmountMin: '1000' })],
    ['a minimum above the amount', inEstimate({ toAmountMin: '9000000' })],
  ])('a price with %s', async (_, change) => {
    const { provider } = await lifi({ change })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('unsafe')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('unsafe')
  })

  it.each([
    ['another recipient', { changeCall: call => ({ ...call, receiver: mallory }) }],
    ['a lower minimum', { changeCall: call => ({ ...call, minAmountOut: call.minAmountOut - 1n }) }],
    ['no minimum', { changeCall: call => ({ ...call, minAmountOut: 0n }) }],
    ['another token to buy', { changeCall: call => ({ ...call, receivingAssetId: other }) }],
    ['another token taken', { changeCall: call => ({ ...call, sendingAssetId: other }) }],
    ['more taken', { changeCall: call => ({ ...call, fromAmount: call.fromAmount + 1n }) }],
    [
      'another token taken besides',
      { changeCall: call => ({ ...call, also: [{ token: tether, amount: 1n }] }) },
    ],
    [
      'the same token taken once more',
      { changeCall: call => ({ ...call, also: [{ token: call.sendingAssetId, amount: 1n }] }) },
    ],
    ['a bridge in place of a swap', { changeCall: call => ({ ...call, destination: 10n }) }],
    ['another contract', { change: inTransaction({ to: mallory }) }],
    ['another account', { change: inTransaction({ from: mallory }) }],
    ['another network', { change: inTransaction({ chainId: 10 }) }],
    ['a value for a token', { change: inTransaction({ value: '0x1' }) }],
    [
      'a transfer in place of a swap',
      { change: inTransaction({ data: `0xa9059cbb${'0'.repeat(24)}${mallory.slice(2)}${'0'.repeat(63)}1` }) },
    ],
  ] as [string, LifiTricks][])('a transaction with %s', async (_, tricks) => {
    const { provider } = await lifi(tricks)
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('answered')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('unsafe')
  })

  it('half a byte of calldata', async () => {
    const { provider } = await lifi({ change: inTransaction({ data: '0x123' }) })
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('unavailable')
  })

  it('a message to sign in place of a transaction', async () => {
    const { provider } = await lifi({ change: step => ({ ...step, transactionRequest: undefined }) })
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('no-route')
  })
})
