import { expect, test } from 'vitest'
import type { SwapQuote, SwapToken } from '../../nouns/swaps/swapQuote.ts'
import { emptyForm } from './formTransition.ts'
import type { QuotesState, SwapForm, SwapTodo } from './swapFlow.ts'
import { swapTodo, type TodoOptions } from './swapTodo.ts'

const ether = (value?: bigint): SwapToken => ({
  key: 'native',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  ...(value !== undefined && { amount: { value, decimals: 18 } }),
})
const dai = (value?: bigint): SwapToken => ({ ...ether(value), key: '0xd', address: '0xd', symbol: 'DAI' })
const one = 10n ** 18n

function known(change: Partial<SwapQuote> = {}): QuotesState {
  const amount = { value: one, decimals: 18 }
  const chosen: SwapQuote = {
    ...{ id: 'q', provider: 'pools', exact: 'in', out: amount, in: amount, most: amount, least: amount },
    ...{ expiresAt: 0, fees: [], route: [], zeroFirst: false, ...change },
  }
  return { at: 'known', quotes: [chosen], chosen, refreshing: false, readAt: 0 }
}

const whole: SwapForm = {
  ...emptyForm('id', 'eip155:1:0x1'),
  sell: ether(2n * one),
  buy: dai(),
  typed: '1',
  quotes: known(),
}
const fee = { value: 5n, decimals: 18 }

test.each<[SwapTodo | undefined, Partial<SwapForm>, Partial<TodoOptions>?]>([
  [undefined, {}],
  ['unsupported', {}, { supported: false }],
  ['unsupported', { owner: undefined }],
  ['tokens', { sell: undefined }],
  ['tokens', { buy: undefined }],
  ['same', { buy: ether() }],
  ['amount', { typed: '' }],
  ['amount', { typed: '0.0' }],
  ['wrong-amount', { typed: 'one' }],
  ['wrong-amount', { typed: '1.0000000000000000001' }],
  ['wrong-amount', { typed: '1,234' }],
  ['funds', { typed: '2.1' }],
  // More than is held is said before a quote is there.
  ['funds', { typed: '2.1', quotes: { at: 'asking' } }],
  // What is held is not known: the chain is asked in the review.
  [undefined, { sell: ether(), typed: '1000' }],
  ['funds', { side: 'buy', typed: '1', quotes: known({ most: { value: 3n * one, decimals: 18 } }) }],
  ['slippage', { slippageBps: 5_001 }],
  [undefined, { slippageBps: 5_000 }],
  [undefined, { slippageBps: 0 }],
  ['quote', { quotes: { at: 'asking' } }],
  ['quote', { quotes: { at: 'idle' } }],
  ['no-quote', { quotes: { at: 'failed', failure: 'liquidity', reasons: [] } }],
  [
    'fee',
    { quotes: known({ fee, most: { value: 2n * one, decimals: 18 } }) },
    { native: { value: 2n * one, decimals: 18 } },
  ],
  [undefined, { quotes: known({ fee }) }, { native: { value: 2n * one, decimals: 18 } }],
  ['fee', { sell: dai(one), buy: ether(), quotes: known({ fee }) }, { native: { value: 4n, decimals: 18 } }],
  [undefined, { quotes: known({ fee }) }, { native: undefined }],
  ['impact', { quotes: known({ priceImpact: 0.31 }) }],
  [undefined, { quotes: known({ priceImpact: 0.3 }) }],
  [undefined, { quotes: known({ priceImpact: 0.9 }) }, { impactLimit: 1 }],
  ['impact', { quotes: known({ priceImpact: 0.06 }) }, { impactLimit: 0.05 }],
  // Unknown is not zero, and not refused.
  [undefined, { quotes: known({}) }, { impactLimit: 0 }],
])('%s is what is missing (%#)', (todo, form, options = {}) => {
  const rules = { supported: true, locale: undefined, native: undefined, impactLimit: 0.3, ...options }
  expect(swapTodo({ ...whole, ...form }, rules)).toBe(todo)
})
