import {
  getConvertAllowance,
  getConvertApproval,
  getConvertQuotes,
  postConvertTransaction,
} from 'latchkey/services'
import { type Address, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { caip, type DevSwaps, native, network, openDevSwaps } from './devSwaps.fixture.ts'

const { usdc, dai, weth, tether, tax, thin, spam, swapRouter } = devContracts
const time = { now: Date.now(), clock: 0 }
let swaps: DevSwaps
beforeAll(async () => {
  swaps = await openDevSwaps({}, { now: () => time.now, clock: () => time.clock })
})
afterAll(() => swaps.close())

type Side = Address | undefined
const named = (side: Side) => (side === undefined ? native : caip(side))
/** The second is over for which reserves are shared. */
const later = () => {
  time.clock += 1_001
}
const swapOf = (from: Side, to: Side, amount: bigint, more: Record<string, string> = {}) => ({
  from: named(from),
  to: named(to),
  amount: String(amount),
  ...more,
})
const faultsOf = async (swap: ReturnType<typeof swapOf>) => {
  const { quotes, faults } = await swaps.quotes(swap)
  expect(quotes).toEqual([])
  return faults
}
async function refusalOf(response: Promise<Response>) {
  const { status, code, reasons } = {
    status: (await response).status,
    ...((await (await response).json()) as { code: string; reasons: { name: string }[] }),
  }
  return { status, code, names: reasons.map(({ name }) => name) }
}

describe('a quote of pools is what the chain does, to the unit', () => {
  const pairs: readonly (readonly [string, Side, Side, bigint])[] = [
    ['ether for dollars', undefined, usdc, parseEther('1')],
    ['dollars for ether', usdc, undefined, parseUnits('100', 6)],
    ['dollars for dai', usdc, dai, parseUnits('50', 6)],
    ['many dollars for dai', usdc, dai, parseUnits('9000', 6)],
    ['tether for dai, over two pools or more', tether, dai, parseUnits('70', 6)],
    ['a taxed token for dollars', tax, usdc, parseEther('80')],
    ['a taxed token for ether', tax, undefined, parseEther('80')],
    ['ether for a taxed token', undefined, tax, parseEther('0.1')],
    ['a thin token for dollars', thin, usdc, parseEther('200')],
    ['ether for dai without slippage', undefined, dai, parseEther('0.5')],
  ]
  it.each(pairs)('%s', async (title, from, to, amount) => {
    later()
    const slippage = title.endsWith('without slippage') ? 0 : 100
    const wanted = swapOf(from, to, amount)
    const { quotes } = await swaps.quotes({ ...wanted, slippageBps: String(slippage) })
    const [quote] = quotes
    if (quote === undefined) throw new Error('There is no quote')
    expect(quote).toMatchObject({
      provider: 'pools',
      exact: 'in',
      fromAmount: String(amount),
      maximum: String(amount),
      minimum: String((BigInt(quote.toAmount) * BigInt(10_000 - slippage)) / 10_000n),
      spender: from === undefined ? null : swapRouter,
    })
    if (from !== undefined) await approve(from, amount, quote.id)
    const { tx, quote: built } = await swaps.build({
      ...wanted,
      quoteId: quote.id,
      eip155: { slippageBps: slippage },
    })
    expect({ ...built, id: '', expiresAt: 0 }).toEqual({ ...quote, id: '', expiresAt: 0 })
    expect(BigInt(tx.eip155.gas ?? 0)).toBeGreaterThan(50_000n)
    const before = await Promise.all([swaps.balance(from), swaps.balance(to)])
    const { status, fee } = await swaps.execute(tx)
    expect(status).toBe('success')
    const after = await Promise.all([swaps.balance(from), swaps.balance(to)])
    expect(before[0] - after[0]).toBe(amount + (from === undefined ? fee : 0n))
    const received = after[1] - before[1] + (to === undefined ? fee : 0n)
    // A token rounds its own tax: one unit more may arrive than is said, and never less.
    const rounding = title.includes('taxed') && received > BigInt(quote.toAmount) ? 1n : 0n
    expect(received).toBe(BigInt(quote.toAmount) + rounding)
    if (from !== undefined) expect(await swaps.allowance(from, swapRouter)).toBe(0n)
  })

  const outs: readonly (readonly [string, Side, Side, bigint])[] = [
    ['dai for just so many dollars', dai, usdc, parseUnits('20', 6)],
    ['ether for just so much dai', undefined, dai, parseEther('123.456')],
    ['dollars for just so much ether', usdc, undefined, parseEther('0.01')],
  ]
  it.each(outs)('%s', async (_, from, to, amount) => {
    later()
    const wanted = swapOf(from, to, amount, { exact: 'out' })
    const [quote] = (await swaps.quotes(wanted)).quotes
    if (quote === undefined) throw new Error('There is no quote')
    expect(quote).toMatchObject({ exact: 'out', toAmount: String(amount), minimum: String(amount) })
    expect(quote.maximum).toBe(String((BigInt(quote.fromAmount) * 10_100n) / 10_000n))
    if (from !== undefined) await approve(from, BigInt(quote.maximum), quote.id)
    const { tx } = await swaps.build({ ...wanted, quoteId: quote.id })
    const before = await Promise.all([swaps.balance(from), swaps.balance(to)])
    const { status, fee } = await swaps.execute(tx)
    expect(status).toBe('success')
    const after = await Promise.all([swaps.balance(from), swaps.balance(to)])
    expect(before[0] - after[0] - (from === undefined ? fee : 0n)).toBe(BigInt(quote.fromAmount))
    expect(after[1] - before[1] + (to === undefined ? fee : 0n)).toBe(amount)
    // What the limit left over is for the client to take back.
    if (from !== undefined)
      expect(await swaps.allowance(from, swapRouter)).toBe(BigInt(quote.maximum) - BigInt(quote.fromAmount))
    if (from !== undefined) await approve(from, 1n, quote.id)
  })

  async function approve(token: Address, amount: bigint, quoteId: string): Promise<void> {
    const { tx } = await swaps.ask(getConvertApproval, {
      userAddress: caip(swaps.user),
      from: caip(token),
      to: native,
      amount: String(amount),
      quoteId,
    })
    expect((await swaps.execute(tx)).status).toBe('success')
    // T70: exactly so much.
    expect(await swaps.allowance(token, swapRouter)).toBe(amount)
    const asked = { userAddress: caip(swaps.user), tokenAddress: caip(token), quoteId }
    expect(await swaps.ask(getConvertAllowance, asked)).toEqual({ allowance: String(amount) })
  }
})

describe('what a quote says', () => {
  it('prefers the direct pool for little and the deep ones for much, and says so', async () => {
    const hops = async (amount: string) => {
      const [quote] = (await swaps.quotes(swapOf(usdc, dai, parseUnits(amount, 6)))).quotes
      return quote?.route.map(({ from, to }) => [from, to])
    }
    expect(await hops('50')).toEqual([[caip(usdc), caip(dai)]])
    expect(await hops('60000')).toEqual([
      [caip(usdc), caip(weth)],
      [caip(weth), caip(dai)],
    ])
  })

  it('keeps the fee of each pool apart from the price impact', async () => {
    const [quote] = (await swaps.quotes(swapOf(thin, undefined, parseEther('1')))).quotes
    expect(quote?.fees).toEqual([{ kind: 'pool', amount: '3000000000000000', asset: caip(thin) }])
    expect(quote?.priceImpact).toBeGreaterThan(0)
    expect(quote?.priceImpact).toBeLessThan(0.001)
    const [steep] = (await swaps.quotes(swapOf(thin, undefined, parseEther('2500')))).quotes
    expect(steep?.priceImpact).toBeGreaterThan(0.3)
  })

  it('finds out what tokens keep and refuse, by trying it', async () => {
    const taxOf = async (from: Side, to: Side) =>
      (await swaps.quotes(swapOf(from, to, parseUnits('5', 6)))).quotes.map(({ tokenTax, zeroFirst }) => ({
        ...tokenTax,
        zeroFirst,
      }))
    const big = async (from: Side, to: Side) =>
      (await swaps.quotes(swapOf(from, to, parseEther('5')))).quotes.map(({ tokenTax, zeroFirst }) => ({
        ...tokenTax,
        zeroFirst,
      }))
    expect(await taxOf(tether, dai)).toEqual([{ buyBps: 0, sellBps: 0, zeroFirst: true }])
    expect(await taxOf(usdc, tether)).toEqual([{ buyBps: 0, sellBps: 0, zeroFirst: false }])
    expect(await big(tax, dai)).toEqual([{ buyBps: 0, sellBps: 100, zeroFirst: false }])
    expect(await big(dai, tax)).toEqual([{ buyBps: 100, sellBps: 0, zeroFirst: false }])
  })
})

describe('why there is no quote', () => {
  const reason = (reason: string) => [{ provider: 'pools', reason }]

  it.each([
    ['an amount that brings nothing', swapOf(dai, usdc, 1n), 'too-small'],
    ['more than a pool holds', swapOf(undefined, thin, parseEther('9000'), { exact: 'out' }), 'liquidity'],
    ['just so much of a taxed token', swapOf(usdc, tax, parseEther('1'), { exact: 'out' }), 'tax'],
    ['a token that looks like another one', swapOf(usdc, spam, 1n), 'token'],
    ['a contract that is no token', swapOf(usdc, swapRouter, 1n), 'token'],
    ['wrapping, which needs no provider', swapOf(undefined, weth, 1n), 'no-route'],
  ])('%s', async (_, swap, expected) => {
    expect(await faultsOf(swap)).toEqual(reason(expected))
    const body = { userAddress: caip(swaps.user), ...swap }
    expect(await refusalOf(swaps.send(postConvertTransaction, {}, body))).toEqual({
      status: 409,
      code: 'CONVERT_FAILED',
      names: [expected],
    })
  })

  it.each([
    ['a test network', 'eip155:31339'],
    ['a network that no provider serves', 'eip155:31340'],
    ['another namespace', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'],
  ])('SPEC §5: %s is not supported', async (_, id) => {
    const account = id.startsWith('eip155') ? swaps.user : '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    const query = {
      userAddress: `${id}:${account}`,
      from: `${id}:${account}`,
      to: `${id}:${usdc}`,
      amount: '1',
    }
    expect(await refusalOf(swaps.send(getConvertQuotes, query))).toMatchObject({
      code: 'CONVERT_UNSUPPORTED',
    })
    expect(await refusalOf(swaps.send(postConvertTransaction, {}, query))).toMatchObject({
      code: 'CONVERT_UNSUPPORTED',
    })
  })

  it.each([
    ['the same token twice', swapOf(usdc, usdc, 1n), 'to'],
    ['more slippage than half', swapOf(usdc, dai, 1n, { slippageBps: '5001' }), 'slippageBps'],
    [
      'an account of another network',
      { ...swapOf(usdc, dai, 1n), userAddress: `eip155:1:${devContracts.badges}` },
      'userAddress',
    ],
    [
      'a receiver of another network',
      swapOf(usdc, dai, 1n, { recipient: `eip155:1:${devContracts.badges}` }),
      'recipient',
    ],
    ['a provider that is not there', swapOf(usdc, dai, 1n, { provider: '0x' }), 'provider'],
  ])('%s is no question', async (_, query, name) => {
    const response = swaps.send(getConvertQuotes, { userAddress: caip(swaps.user), ...query })
    expect(await refusalOf(response)).toEqual({ status: 400, code: 'REQUEST_INVALID', names: [name] })
  })
})

describe('a quote’s id', () => {
  it('ends, and belongs to its networks', async () => {
    const wanted = swapOf(undefined, usdc, parseEther('1'))
    const [quote] = (await swaps.quotes(wanted)).quotes
    const body = { userAddress: caip(swaps.user), ...wanted, quoteId: quote?.id }
    const ended = { status: 410, code: 'QUOTE_ENDED', names: [] }
    expect(
      await refusalOf(swaps.send(postConvertTransaction, {}, { ...body, quoteId: `${quote?.id}x` })),
    ).toEqual(ended)
    time.now += 60_001
    expect(await refusalOf(swaps.send(postConvertTransaction, {}, body))).toEqual(ended)
    // Without one, the provider with the best quote builds.
    expect((await swaps.build(wanted)).quote.provider).toBe('pools')
  })

  it('is not needed for an estimate that would fail, nor is there one when it is not wanted', async () => {
    const wanted = swapOf(thin, usdc, parseEther('1000000'))
    expect((await swaps.build(wanted)).tx.eip155.gas).toBeNull()
    const plain = await swaps.build({ ...swapOf(undefined, usdc, 1_000_000_000n), disableEstimate: true })
    expect(plain.tx.eip155.gas).toBeNull()
  })
})

it(`${network} gets what it asked for when another account receives`, async () => {
  const receiver = '0x00000000000000000000000000000000000A11cE'
  const { tx, quote } = await swaps.build({
    ...swapOf(undefined, usdc, parseEther('1')),
    recipient: caip(receiver),
  })
  expect(tx.data).toContain(receiver.slice(2).toLowerCase())
  expect((await swaps.execute(tx)).status).toBe('success')
  const abi = [
    {
      type: 'function',
      name: 'balanceOf',
      stateMutability: 'view',
      inputs: [{ type: 'address' }],
      outputs: [{ type: 'uint256' }],
    },
  ] as const
  const got = await swaps.client.readContract({
    address: usdc,
    abi,
    functionName: 'balanceOf',
    args: [receiver],
  })
  expect(got).toBe(BigInt(quote.toAmount))
})
