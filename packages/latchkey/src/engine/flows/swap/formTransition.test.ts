import { expect, test } from 'vitest'
import type { SwapQuote, SwapToken } from '../../nouns/swaps/swapQuote.ts'
import { emptyForm, type FormEvent, type FormState, formTransition, keyOf } from './formTransition.ts'

const token = (key: string, change: Partial<SwapToken> = {}): SwapToken => ({
  key,
  name: key,
  symbol: key,
  decimals: 18,
  ...change,
})
const amount = { value: 1n, decimals: 18 }
const quote = (provider: string): SwapQuote => ({
  ...{ id: provider, provider, exact: 'in', out: amount, in: amount, most: amount, least: amount },
  ...{ expiresAt: 0, fees: [], route: [], zeroFirst: false },
})
const known = {
  at: 'known',
  quotes: [quote('a'), quote('b')],
  chosen: quote('a'),
  refreshing: false,
  readAt: 1,
} as const
const form: FormState = {
  ...emptyForm('id', 'eip155:1:0x1'),
  sell: token('native'),
  buy: token('0xd'),
  typed: '1',
  quotes: known,
}
const idle = { at: 'idle' }

test.each<[string, FormEvent, object]>([
  [
    'another account clears all but the slippage',
    { type: 'began', id: 'new', owner: undefined },
    { id: 'new', typed: '', sell: undefined, quotes: idle },
  ],
  ['a new id changes nothing else', { type: 'renewed', id: 'new' }, { ...form, id: 'new' }],
  [
    'another token to sell is another amount',
    { type: 'tokenChosen', side: 'sell', token: token('0xe') },
    { sell: { key: '0xe' }, typed: '', quotes: idle },
  ],
  [
    'another token to buy keeps the amount',
    { type: 'tokenChosen', side: 'buy', token: token('0xe') },
    { buy: { key: '0xe' }, typed: '1', quotes: idle },
  ],
  [
    'the same token changes nothing',
    { type: 'tokenChosen', side: 'buy', token: token('0xd') },
    { typed: '1', quotes: known },
  ],
  [
    'the token of the other side changes places',
    { type: 'tokenChosen', side: 'buy', token: token('native') },
    { sell: { key: '0xd' }, buy: { key: 'native' }, typed: '', quotes: idle },
  ],
  [
    'flipped, what was got is given',
    { type: 'flipped', text: '7' },
    { sell: { key: '0xd' }, buy: { key: 'native' }, side: 'sell', typed: '7', quotes: idle },
  ],
  [
    'typing leaves no number of before',
    { type: 'typed', side: 'sell', text: '2' },
    { typed: '2', quotes: idle },
  ],
  ['typing what stands there changes nothing', { type: 'typed', side: 'sell', text: '1' }, { quotes: known }],
  ['the other field is typed in', { type: 'typed', side: 'buy', text: '1' }, { side: 'buy', quotes: idle }],
  [
    'a long text is cut',
    { type: 'typed', side: 'sell', text: '1'.repeat(1_000) },
    { typed: '1'.repeat(400) },
  ],
  [
    'another slippage is another quote',
    { type: 'slippageChosen', bps: 50 },
    { slippageBps: 50, quotes: idle },
  ],
  ['the same slippage changes nothing', { type: 'slippageChosen', bps: 100 }, { quotes: known }],
  [
    'a chosen quote is preferred',
    { type: 'quoteChosen', id: 'b' },
    { preferred: 'b', quotes: { chosen: { id: 'b' } } },
  ],
  [
    'a quote that is not there is not chosen',
    { type: 'quoteChosen', id: 'c' },
    { preferred: undefined, quotes: known },
  ],
  [
    'asked anew, the numbers still hold',
    { type: 'quotesAsked' },
    { quotes: { at: 'known', refreshing: true } },
  ],
  [
    'an answer for another form is dropped',
    { type: 'quotesRead', key: 'other', quotes: [quote('c')], at: 2 },
    { quotes: known },
  ],
  [
    'a failure of another form is dropped',
    { type: 'quotesFailed', key: 'other', failure: 'offline', reasons: [] },
    { quotes: known },
  ],
  [
    'a failure leaves no number',
    { type: 'quotesFailed', key: keyOf(form), failure: 'offline', reasons: [] },
    { quotes: { at: 'failed', failure: 'offline', reasons: [] } },
  ],
  [
    'quotes are replaced',
    { type: 'quotesRead', key: keyOf(form), quotes: [quote('c')], at: 2 },
    { quotes: { chosen: { id: 'c' }, readAt: 2, refreshing: false } },
  ],
  [
    'all there is',
    { type: 'shareTaken', text: '9', max: true },
    { typed: '9', max: true, side: 'sell', quotes: idle },
  ],
  [
    'a new amount of a chosen token',
    { type: 'tokensRead', tokens: [token('native', { amount })] },
    { sell: { amount }, typed: '1', quotes: known },
  ],
])('%s', (_what, event, expected) => {
  expect(formTransition(form, event)).toMatchObject(expected)
})

test('a preferred provider that does not quote any more gives way, and comes back', () => {
  const preferred = formTransition(form, { type: 'quoteChosen', id: 'b' })
  const read = (of: FormState, ...providers: string[]) =>
    formTransition(of, { type: 'quotesRead', key: keyOf(of), quotes: providers.map(quote), at: 2 })
  const without = read(preferred, 'a', 'c')
  expect(without.quotes).toMatchObject({ chosen: { id: 'a' } })
  expect(read(without, 'a', 'b').quotes).toMatchObject({ chosen: { id: 'b' } })
})

test('wanted tokens are chosen when they are found, and no other in their place', () => {
  const wanted = formTransition(emptyForm('id', 'eip155:1:0x1'), {
    type: 'wanted',
    wanted: { sell: '0xa', buy: '0xb' },
    typed: '5',
  })
  const held = token('native', { amount })
  const first = formTransition(wanted, { type: 'tokensRead', tokens: [held, token('0xb')] })
  expect(first).toMatchObject({ sell: undefined, buy: { key: '0xb' }, typed: '5', wanted: { sell: '0xa' } })
  const both = formTransition(first, { type: 'tokensRead', tokens: [held, token('0xa')] })
  expect(both).toMatchObject({ sell: { key: '0xa' }, buy: { key: '0xb' }, typed: '5', wanted: {} })
})

test('the first held token is sold by default', () => {
  const empty = emptyForm('id', 'eip155:1:0x1')
  const tokens = [token('0xnone'), token('0xheld', { amount })]
  expect(formTransition(empty, { type: 'tokensRead', tokens })).toMatchObject({ sell: { key: '0xheld' } })
})
