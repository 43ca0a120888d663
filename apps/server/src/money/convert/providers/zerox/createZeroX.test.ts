import type { CaipNetworkId } from 'latchkey/contract'
import { knownSwapContracts } from 'latchkey/evmswap'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConvertAsk } from '../../convertProvider.ts'
import { createProviderClient } from '../../createProviderClient.ts'
import { type FakeVendor, hostileAnswers, patienceFor } from '../startVendor.fixture.ts'
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
import { createZeroX } from './createZeroX.ts'
import { allowanceHolder, settler, startZeroX, type ZeroXTricks } from './fakeZeroX.fixture.ts'
import { zeroXNetworks } from './zeroXNetworks.ts'

const now = 1_790_000_000_000
const [ethereum, base] = [chainOf('eip155:1'), chainOf('eip155:8453')]
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

async function zeroX(
  tricks: ZeroXTricks = {},
  fee: { bps: number; recipient?: string } = { bps: 0 },
  timeout = 60_000,
) {
  const vendor = await startZeroX(tricks)
  onTestFinished(vendor.close)
  const ask = createProviderClient({
    url: vendor.url,
    headers: { '0x-api-key': 'canary-key', '0x-version': 'v2' },
    timeout,
    clock: () => performance.now(),
    now: () => now,
    limit: 1_000_000,
  })
  const provider = createZeroX({
    ask,
    feeOn: () => ({ bps: fee.bps, recipient: fee.recipient }),
    chains: [ethereum, base, chainOf('eip155:7777777')],
    settlersOf: async () => [settler],
    now: () => now,
  })
  return { vendor, provider }
}

const ether = tokenOn(ethereum.id)
const soldEther: Partial<ConvertAsk> = { sell: ether, buy: tokenOn(ethereum.id, tether, 6) }

describe('createZeroX', () => {
  it('quotes an exact input with spender, minimum, fees, taxes and parts of the route', async () => {
    const { vendor, provider } = await zeroX()
    const ask = swapAsk({ slippageBps: 50, gasPrice: 3n })
    expect(await roomQuote(provider, ask)).toEqual({
      fromAmount: 1_000_000n,
      maximum: 1_000_000n,
      toAmount: 1_997_000n,
      minimum: 1_987_015n,
      expiresAt: now + 30_000,
      spender: allowanceHolder,
      fees: [{ kind: 'provider', amount: 3_000n, asset: ask.buy.caip }],
      priceImpact: null,
      route: [
        { venue: 'Uniswap_V3', share: 7_000, from: ask.sell.caip, to: ask.buy.caip },
        // Without the mark that turns text around (T67).
        { venue: 'Aerodrome_V1', share: 3_000, from: ask.sell.caip, to: ask.buy.caip },
      ],
      gas: 288_079n,
      tokenTax: { buyBps: 0, sellBps: 0 },
      zeroFirst: false,
      seconds: null,
    })
    expect(vendor.requests).toHaveLength(1)
    const [{ path, query, headers }] = vendor.requests as [FakeVendor['requests'][number]]
    expect([path, query]).toEqual([
      '/swap/allowance-holder/price',
      {
        chainId: '1',
        sellToken: ask.sell.address,
        buyToken: ask.buy.address,
        sellAmount: '1000000',
        taker: alice,
        slippageBps: '50',
        gasPrice: '3',
      },
    ])
    expect([headers['0x-api-key'], headers['0x-version']]).toEqual(['canary-key', 'v2'])
  })

  it('quotes an exact output: what leaves at the most is its own number', async () => {
    const { vendor, provider } = await zeroX()
    const quote = await roomQuote(provider, swapAsk({ exact: 'out', amount: 500_000n }))
    expect([quote.fromAmount, quote.maximum, quote.toAmount, quote.minimum]).toEqual([
      250_000n,
      252_500n,
      500_000n,
      500_000n,
    ])
    expect(vendor.requests[0]?.query).toMatchObject({ buyAmount: '500000' })
    expect(vendor.requests[0]?.query).not.toHaveProperty('sellAmount')
  })

  it.each([
    ['an exact input', {}],
    ['an exact output', { exact: 'out' }],
    ['the network’s own currency', soldEther],
    ['another recipient', { recipient: mallory }],
    ['no slippage', { slippageBps: 0 }],
  ] as [string, Partial<ConvertAsk>][])(
    'builds a transaction that the decoder reads: %s',
    async (_, parts) => {
      const { provider } = await zeroX()
      const ask = swapAsk(parts)
      const { tx, quote } = await roomBuild(provider, ask)
      expect(tx).toMatchObject({ to: allowanceHolder, gas: 288_079n, gasPrice: 73_178_385n })
      expect(tx.value).toBe(ask.sell.address === undefined ? ask.amount : 0n)
      expect(quote.spender).toBe(ask.sell.address === undefined ? null : allowanceHolder)
    },
  )

  it('reads a Settler that has the token before the recipient', async () => {
    const { provider } = await zeroX({ changeCall: call => ({ ...call, isTokenFirst: true }) })
    expect((await roomBuild(provider, swapAsk())).tx.to).toBe(allowanceHolder)
  })

  it('asks for the host’s fee, and shows it apart from the provider’s', async () => {
    const { vendor, provider } = await zeroX({}, { bps: 25, recipient: mallory })
    const ask = swapAsk()
    const { fees } = await roomQuote(provider, ask)
    expect(fees).toEqual([
      { kind: 'app', amount: 5_000n, asset: ask.buy.caip },
      { kind: 'provider', amount: 3_000n, asset: ask.buy.caip },
    ])
    expect(vendor.requests[0]?.query).toMatchObject({
      swapFeeBps: '25',
      swapFeeRecipient: mallory,
      swapFeeToken: ask.buy.address,
    })
    await roomQuote(provider, swapAsk({ exact: 'out' }))
    expect(vendor.requests[1]?.query.swapFeeToken).toBe(ask.sell.address)
  })

  it('names AllowanceHolder as the only spender, and Settlers as contracts that take nothing', async () => {
    const { provider } = await zeroX()
    expect([...(await provider.networks())]).toEqual(['eip155:1', 'eip155:8453'])
    expect(await provider.contracts()).toEqual(
      ['eip155:1', 'eip155:8453'].flatMap(network => [
        { network, provider: '0x', shape: 'allowanceHolder', address: allowanceHolder, spender: true },
        { network, provider: '0x', shape: 'allowanceHolder', address: settler, spender: false },
      ]),
    )
  })

  it('has the AllowanceHolder that pages know by themselves', () => {
    const pinned = [...zeroXNetworks.keys()].flatMap(network =>
      knownSwapContracts(network).filter(({ provider, spender }) => provider === '0x' && spender),
    )
    expect(pinned.length).toBeGreaterThan(5)
    for (const { network, address } of pinned) expect(zeroXNetworks.get(network)).toBe(address)
  })

  it.each([
    ['another network', { toChain: base }, 'unsupported'],
    ['a network without 0x', { chain: chainOf('eip155:7777777') }, 'unsupported'],
    ['wrapping', { sell: ether, buy: tokenOn(ethereum.id, ethereum.wrapped) }, 'no-route'],
  ] as [string, Partial<ConvertAsk>, string][])('asks nothing for %s', async (_, parts, reason) => {
    const { vendor, provider } = await zeroX()
    const ask = swapAsk({ ...swapAsk(), ...parts, toChain: parts.toChain ?? parts.chain ?? ethereum })
    expect(await reasonOf(roomQuote(provider, ask))).toBe(reason)
    expect(vendor.requests).toEqual([])
  })
})

describe('refusals of 0x', () => {
  it('takes 200 without liquidity for what it is', async () => {
    const { provider } = await zeroX({ instead: { json: { liquidityAvailable: false } } })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('liquidity')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('liquidity')
  })

  it.each([
    ['TOKEN_NOT_SUPPORTED', 400, 'token'],
    ['SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE', 403, 'token'],
    ['BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE', 403, 'token'],
    ['TAKER_NOT_AUTHORIZED_FOR_TRADE', 403, 'blocked'],
    ['SWAP_VALIDATION_FAILED', 400, 'no-route'],
    ['INPUT_INVALID', 400, 'unavailable'],
    // Only the chain says that a balance is too low.
    ['INSUFFICIENT_BALANCE', 400, 'unavailable'],
    ['toString', 400, 'unavailable'],
    ['INTERNAL_SERVER_ERROR', 500, 'unavailable'],
    ['', 401, 'unavailable'],
    ['', 451, 'blocked'],
    ['', 429, 'rate-limited'],
  ])('%s with %i is %s', async (name, status, reason) => {
    const { provider } = await zeroX({ instead: { json: { name, message: 'canary-key' }, status } })
    const answer = provider.quote(swapAsk(), new AbortController().signal)
    await expect(answer).rejects.toMatchObject({ reason })
    await expect(answer).rejects.not.toThrow(/canary/)
  })

  it.each(hostileAnswers)('F26: %s is no quote', async (name, answer) => {
    const { provider } = await zeroX({ instead: answer }, undefined, patienceFor(name))
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('unavailable')
  })

  it('shows both taxes, and neither while one is unknown', async () => {
    const taxed = (buyTaxBps: string | null, sellTaxBps: string | null) => ({
      change: (answer: Record<string, unknown>) => ({
        ...answer,
        tokenMetadata: {
          buyToken: { buyTaxBps, sellTaxBps: '0', transferTaxBps: '0' },
          sellToken: { buyTaxBps: '0', sellTaxBps, transferTaxBps: '0' },
        },
      }),
    })
    const { provider } = await zeroX(taxed('100', '250'))
    expect((await roomQuote(provider, swapAsk())).tokenTax).toEqual({ buyBps: 100, sellBps: 250 })
    const { provider: unknown } = await zeroX(taxed(null, '0'))
    expect((await roomQuote(unknown, swapAsk())).tokenTax).toBeNull()
    const { provider: half } = await zeroX(taxed(null, '250'))
    expect(await reasonOf(roomQuote(half, swapAsk()))).toBe('tax')
  })
})

describe('T70: hostile quotes of 0x are refused', () => {
  const other = '0x00000000000000000000000000000000000000aA'
  const changed = (parts: Record<string, unknown>): ZeroXTricks => ({
    change: answer => ({ ...answer, ...parts }),
  })
  const inTransaction = (parts: Record<string, unknown>): ZeroXTricks => ({
    change: answer => ({
      ...answer,
      transaction: { ...(answer.transaction as Record<string, unknown>), ...parts },
    }),
  })

  it.each([
    ['another spender', changed({ allowanceTarget: settler })],
    [
      'a Settler to allow the token to',
      changed({
        issues: { allowance: { actual: '0', spender: settler }, balance: null, simulationIncomplete: false },
      }),
    ],
    ['another token to buy', changed({ buyToken: other })],
    ['another token to sell', changed({ sellToken: other })],
    ['another amount', changed({ sellAmount: '2000000' })],
    ['a lower minimum', changed({ minBuyAmount: '1000' })],
    ['a minimum above the amount', changed({ minBuyAmount: '9000000' })],
    [
      'the other side exact',
      changed({
        mode: 'exact-out',
        maxSellAmount: '1',
        estimatedNetSellAmount: '1',
        routes: { forward: { fills: [], tokens: [] } },
      }),
    ],
  ])('a price with %s', async (_, tricks) => {
    const { provider } = await zeroX(tricks)
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('unsafe')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('unsafe')
  })

  it.each([
    ['another recipient', { changeCall: call => ({ ...call, recipient: mallory }) }],
    ['a lower minimum', { changeCall: call => ({ ...call, minAmountOut: call.minAmountOut - 1n }) }],
    ['no minimum', { changeCall: call => ({ ...call, minAmountOut: 0n }) }],
    ['another token to buy', { changeCall: call => ({ ...call, buyToken: other }) }],
    ['another token taken', { changeCall: call => ({ ...call, token: tether }) }],
    ['more taken', { changeCall: call => ({ ...call, amount: call.amount + 1n }) }],
    ['everything taken', { changeCall: call => ({ ...call, amount: (1n << 256n) - 1n }) }],
    ['another contract that may take the token', { changeCall: call => ({ ...call, operator: mallory }) }],
    [
      'a contract in Settler’s place',
      { changeCall: call => ({ ...call, operator: mallory, target: mallory }) },
    ],
    ['a value for a token', inTransaction({ value: '1' })],
    ['another contract', inTransaction({ to: mallory })],
    ['Settler itself for a token', inTransaction({ to: settler })],
    [
      'an approval in place of a swap',
      inTransaction({ data: `0x095ea7b3${'0'.repeat(24)}${mallory.slice(2)}${'f'.repeat(64)}` }),
    ],
    [
      'a transfer in place of a swap',
      inTransaction({ data: `0xa9059cbb${'0'.repeat(24)}${mallory.slice(2)}${'0'.repeat(63)}1` }),
    ],
    ['no bytes', inTransaction({ data: '0x' })],
  ] as [string, ZeroXTricks][])('a transaction with %s', async (_, tricks) => {
    const { provider } = await zeroX({
      ...tricks,
      // Prices have no transaction.
      ...(tricks.change && {
        change: answer => ('transaction' in answer ? (tricks.change?.(answer) ?? answer) : answer),
      }),
    })
    expect(await reasonOf(roomQuote(provider, swapAsk()))).toBe('answered')
    expect(await reasonOf(roomBuild(provider, swapAsk()))).toBe('unsafe')
  })

  it('more of the network’s own currency than was agreed', async () => {
    const { provider } = await zeroX(inTransaction({ value: '1000001' }))
    expect(await reasonOf(roomBuild(provider, swapAsk(soldEther)))).toBe('unsafe')
  })

  it('a Settler that the registry does not name, for the network’s own currency too', async () => {
    const trick: ZeroXTricks = { changeCall: call => ({ ...call, target: mallory }) }
    const { provider } = await zeroX(trick)
    expect(await reasonOf(roomBuild(provider, swapAsk(soldEther)))).toBe('unsafe')
  })
})

describe('zeroXNetworks', () => {
  it('has chains that are there once, each with an address', () => {
    expect(zeroXNetworks.size).toBe(18)
    expect([...zeroXNetworks.values()].every(address => /^0x0000000000[\da-fA-F]{30}$/.test(address))).toBe(
      true,
    )
    expect(zeroXNetworks.has('eip155:31337' as CaipNetworkId)).toBe(false)
  })
})
