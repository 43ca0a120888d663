import { expect, it } from 'vitest'
import type { ConvertQuote } from './convertProvider.ts'
import { rankQuotes } from './rankQuotes.ts'

const chain = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const token = (decimals: number) => ({ caip: 'eip155:1:0x1', address: '0x1', symbol: 'T', decimals })
const asked = (exact: 'in' | 'out') =>
  ({ exact, chain, sell: token(18), buy: token(6) }) as unknown as Parameters<typeof rankQuotes>[0]
const quote = (provider: string, said: Partial<ConvertQuote>) => ({ provider, quote: said as ConvertQuote })
const order = (...args: Parameters<typeof rankQuotes>) => rankQuotes(...args).map(({ provider }) => provider)
// 100,000 units of gas are 0.001 ether, which is 2.50 of the bought token.
const weights = { gasPrice: 10n ** 10n, native: 2_500, token: 1 }

it('counts gas in the bought token', () => {
  const quotes = [
    quote('greedy', { toAmount: 101_000_000n, gas: 300_000n }),
    quote('frugal', { toAmount: 100_000_000n, gas: 100_000n }),
  ]
  expect(order(asked('in'), quotes, weights)).toEqual(['frugal', 'greedy'])
  expect(order(asked('in'), quotes, { ...weights, gasPrice: 10n ** 8n })).toEqual(['greedy', 'frugal'])
})

it.each([
  ['a price of the network’s currency', { ...weights, native: null }],
  ['a price of the token', { ...weights, token: null }],
  ['a price of gas', { ...weights, gasPrice: undefined }],
])('compares amounts alone without %s', (_, without) => {
  const quotes = [
    quote('frugal', { toAmount: 100_000_000n, gas: 100_000n }),
    quote('greedy', { toAmount: 101_000_000n, gas: 300_000n }),
  ]
  expect(order(asked('in'), quotes, without)).toEqual(['greedy', 'frugal'])
})

it('for an exact output, the least that leaves is first', () => {
  const quotes = [
    quote('dear', { fromAmount: 2n * 10n ** 18n, toAmount: 1n, gas: 0n }),
    quote('cheap', { fromAmount: 10n ** 18n, toAmount: 1n, gas: 0n }),
  ]
  expect(order(asked('out'), quotes, weights)).toEqual(['cheap', 'dear'])
})

it('a quote that does not say its gas gains nothing by that', () => {
  const quotes = [
    quote('silent', { toAmount: 100_000_001n, gas: null }),
    quote('honest', { toAmount: 100_000_000n, gas: 100_000n }),
    quote('hungry', { toAmount: 99_000_000n, gas: 200_000n }),
  ]
  expect(order(asked('in'), quotes, weights)).toEqual(['honest', 'silent', 'hungry'])
})
