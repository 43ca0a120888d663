import { expect, test } from 'vitest'
import type { ShownOrder } from '../../engine/nouns/orders/orders.ts'
import { exchangeOutcome, isLost, isOver } from './exchangeOutcome.ts'

const expiresAt = 1_000_000
const grace = 60_000

function shown(
  state: ShownOrder['entry']['state'],
  change: { hash?: string; stale?: boolean } = {},
): ShownOrder {
  const { hash, stale = false } = change
  const entry = { state, expiresAt, ...(hash !== undefined && { hash }) }
  return { entry: entry as ShownOrder['entry'], stale }
}

test.each([
  ['open', {}, 'waiting'],
  ['paid', {}, 'paid'],
  ['sent', {}, 'sentUnseen'],
  ['sent', { hash: '0x01' }, 'sent'],
  ['confirmed', {}, 'done'],
  ['failed', {}, 'failed'],
  ['refunded', {}, 'refunded'],
  ['expired', {}, 'expired'],
  ['lost_sight', {}, 'unknown'],
] as const)('%s with %o is %s', (state, change, outcome) => {
  expect(exchangeOutcome(shown(state, change), 0)).toBe(outcome)
})

test.each(['open', 'paid'] as const)('T134: a time-out of what is %s is unknown, never failed', state => {
  const silent = shown(state, { stale: true })
  const before = exchangeOutcome(silent, expiresAt + grace)
  expect(before).toBe(state === 'paid' ? 'paid' : 'waiting')
  const after = exchangeOutcome(silent, expiresAt + grace + 1)
  expect(after).toBe('unknown')
  expect(isLost(after)).toBe(false)
  expect(isOver(after)).toBe(false)
})

test('while the services answer, the time alone ends nothing', () => {
  expect(exchangeOutcome(shown('open'), expiresAt * 10)).toBe('waiting')
})

test('a balance that grew counts, whatever the services said before', () => {
  expect(exchangeOutcome({ ...shown('lost_sight'), credited: 'balance' }, 0)).toBe('grew')
})
