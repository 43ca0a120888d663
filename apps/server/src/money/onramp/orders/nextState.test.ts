import { describe, expect, it } from 'vitest'
import { nextLook } from './nextLook.ts'
import { nextState } from './nextState.ts'
import { toUnits } from './toUnits.ts'
import { trimAmount } from './trimAmount.ts'

const minute = 60_000
const day = 86_400_000
const row = { state: 'open', told_state: 'open', told_at: 0, expires_at: 60 * minute, hash: null } as const

describe('the state of an order', () => {
  it.each([
    // state, what the provider said before, what it says now, minutes since, the state that follows
    ['open', 'open', 'paid', 1, 'paid'],
    ['open', 'open', 'sent', 1, 'sent'],
    ['paid', 'paid', 'open', 1, 'paid'],
    ['sent', 'sent', 'paid', 1, 'sent'],
    ['sent', 'sent', 'failed', 1, 'failed'],
    ['open', 'open', 'expired', 1, 'expired'],
    ['expired', 'expired', 'paid', 1, 'paid'],
    ['failed', 'failed', 'sent', 1, 'sent'],
    ['open', 'open', 'open', 61, 'lost_sight'],
    ['open', 'open', undefined, 61, 'lost_sight'],
    ['open', 'open', undefined, 59, 'open'],
    ['lost_sight', 'open', 'open', 62, 'lost_sight'],
    ['lost_sight', 'open', undefined, 62, 'lost_sight'],
    ['lost_sight', 'open', 'paid', 62, 'paid'],
    ['lost_sight', 'open', 'expired', 62, 'expired'],
    ['paid', 'paid', undefined, 6 * 24 * 60, 'paid'],
    ['paid', 'paid', 'paid', 8 * 24 * 60, 'lost_sight'],
    ['sent', 'sent', 'sent', 8 * 24 * 60, 'sent'],
    ['confirmed', 'sent', 'failed', 1, 'confirmed'],
    ['refunded', 'refunded', undefined, 90, 'refunded'],
  ] as const)('%s, told %s, then %s after %i minutes: %s', (state, told_state, told, minutes, follows) => {
    expect(nextState({ ...row, state, told_state }, told, minutes * minute).state).toBe(follows)
  })

  it('is lost sight of when no node has its transaction in an hour', () => {
    const sent = { ...row, state: 'sent', told_state: 'sent', hash: '0x1' } as const
    expect(nextState(sent, 'sent', 59 * minute).state).toBe('sent')
    expect(nextState(sent, 'sent', 61 * minute).state).toBe('lost_sight')
  })
})

it.each([
  ['open', minute, 10_000],
  ['open', 20 * minute, minute],
  ['lost_sight', 3 * day, 60 * minute],
  ['failed', minute, 10 * minute],
  ['failed', 2 * day, null],
  ['confirmed', 0, null],
  ['lost_sight', 31 * day, null],
] as const)('an order that is %s after %i ms is looked at again in %s', (state, age, pause) => {
  expect(nextLook({ state, created_at: 0 }, age)).toBe(pause === null ? null : age + pause)
})

it.each([
  ['98.50', '98.5'],
  ['007', '7'],
  ['0.0000000000000000019', '0.000000000000000001'],
  ['1e5', undefined],
  ['-1', undefined],
  ['', undefined],
  [null, undefined],
  ['9'.repeat(40), undefined],
])('T74: takes %j as %j', (text, amount) => {
  expect(trimAmount(text)).toBe(amount)
})

it.each([
  ['98.5', 6, 98_500_000n],
  ['0.0000019', 6, 1n],
  ['7', 0, 7n],
  ['1.9', 0, 1n],
])('T74: counts %s with %i decimals as %s', (text, decimals, units) => {
  expect(toUnits(text, decimals)).toBe(units)
})
