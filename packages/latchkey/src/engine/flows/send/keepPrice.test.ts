import { expect, test, vi } from 'vitest'
import type { Api } from '../../base/api.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createPrices } from '../../nouns/tokens/createPrices.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { keepPrice } from './keepPrice.ts'

const begin = 1_795_000_000_000
const usdc: Token = {
  key: '0xa0b8',
  caipNetworkId: 'eip155:1',
  address: '0xA0b8',
  name: 'USD Coin',
  symbol: 'USDC',
  amount: { value: 5_000_000n, decimals: 6 },
  price: 1,
}
const { address: _address, ...coin } = usdc
const ether: Token = { ...coin, key: 'native', name: 'Ether', symbol: 'ETH', price: 2_500 }

/** What was begun has been answered, and the next look is planned. */
const settled = () => new Promise(resolve => setTimeout(resolve))

function setUp(token: Token | undefined, { api = true, at = begin } = {}) {
  const clock = createFakeClock(begin)
  const asked: string[] = []
  const answers: (number | null | Error)[] = []
  const call = async (_route: unknown, { body }: { body: { addresses: readonly string[] } }) => {
    const [address = ''] = body.addresses
    asked.push(address)
    const price = answers.shift() ?? null
    if (price instanceof Error) throw price
    const own = { address, symbol: 'X', name: 'X', iconUrl: null, price }
    return { fungibles: [{ ...own, address: 'eip155:1:0xother', price: 9 }, own] }
  }
  const ctx = {
    clock,
    api: async () => ({ call }) as unknown as Api,
    signal: new AbortController().signal,
    config: { endpoints: api ? { api: 'https://api.test' } : {} } as ResolvedConfig,
  }
  const heard: (readonly [string, number | undefined])[] = []
  const holding = { token, at }
  const changed = new Set<() => void>()
  const sight = { isSeen: () => true, isOnline: () => true, subscribe: () => () => undefined }
  const stop = keepPrice(ctx, {
    prices: createPrices(ctx),
    chosen: () => (holding.token ? { token: holding.token, at: holding.at } : undefined),
    subscribe(listener) {
      changed.add(listener)
      return () => changed.delete(listener)
    },
    read: ({ key }, price) => heard.push([key, price]),
    sight,
  })
  const pass = async (ms: number) => {
    await settled()
    clock.advance(ms)
    await settled()
  }
  const choose = (next: Token) => {
    holding.token = next
    for (const listener of changed) listener()
  }
  return { pass, asked, answers, heard, choose, stop, changed }
}

test('SPEC §9 "token price": a price is asked for when it is 15 s old, and again 15 s later', async () => {
  const { pass, asked, answers, heard, stop } = setUp(usdc)
  answers.push(1.01, 1.02)
  await pass(14_999)
  expect(asked).toEqual([])
  await pass(1)
  await vi.waitFor(() => expect(heard).toEqual([['0xa0b8', 1.01]]))
  expect(asked).toEqual(['eip155:1:0xA0b8'])
  await pass(15_000)
  await vi.waitFor(() =>
    expect(heard).toEqual([
      ['0xa0b8', 1.01],
      ['0xa0b8', 1.02],
    ]),
  )
  stop()
  await pass(60_000)
  expect(asked).toHaveLength(2)
})

test('F27: a price that is unknown now is said to be unknown', async () => {
  const { pass, answers, heard } = setUp(usdc)
  answers.push(null)
  await pass(15_000)
  await vi.waitFor(() => expect(heard).toEqual([['0xa0b8', undefined]]))
})

test('F15: after a failure the price stays, and is asked for again 15 s later', async () => {
  const { pass, asked, answers, heard } = setUp(usdc)
  answers.push(new Error('down'), 1.03)
  await pass(15_000)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await pass(14_000)
  expect(asked).toHaveLength(1)
  await pass(2_000)
  await vi.waitFor(() => expect(heard).toEqual([['0xa0b8', 1.03]]))
})

test('another token that is chosen is asked for at once when its price is old; its own currency by its stand-in', async () => {
  const { asked, answers, heard, choose, changed } = setUp(usdc, { at: begin - 60_000 })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answers.push(2_600)
  choose(ether)
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(['native', 2_600]))
  expect(asked[1]).toBe('eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
  expect(changed.size).toBe(1)
})

test.each([
  ['a token without a price', { ...usdc, price: undefined } as unknown as Token, true],
  ['no token', undefined, true],
  ['no services', usdc, false],
])('nothing is asked for: %s', async (_name, token, api) => {
  const { pass, asked } = setUp(token, { api, at: begin - 60_000 })
  await pass(60_000)
  expect(asked).toEqual([])
})
