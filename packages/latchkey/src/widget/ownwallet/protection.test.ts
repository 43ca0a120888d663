import { expect, test } from 'vitest'
import { holdsFunds, isAbove, protectAsked } from './protection.ts'

const ether = (value: bigint) => ({ value, decimals: 18 })
const one = 10n ** 18n

test.each([
  ['more than the limit', 100, ether(one), 100.01, true],
  ['the limit itself', 100, ether(one), 100, false],
  ['of unknown worth', 1_000_000, ether(1n), undefined, true],
  ['the least dust over a limit of nothing', 0, ether(1n), 0.01, true],
  ['nothing at all', 0, ether(0n), 100, false],
  ['whatever it is, where the host never asks', Number.POSITIVE_INFINITY, ether(one), undefined, false],
] as const)('an amount above what is sent unprotected: %s', (_, limit, amount, price, expected) => {
  expect(isAbove(limit, amount, price)).toBe(expected)
})

test('funds are a native balance or a token, and not what is not known', () => {
  const token = { quantity: { decimals: '6', numeric: '0.5' } } as never
  expect([
    holdsFunds({}),
    holdsFunds({ balance: '0', tokenBalance: [] }),
    holdsFunds({ balance: '0.0001' }),
    holdsFunds({ tokenBalance: [token] }),
  ]).toEqual([false, false, true, true])
})

test('reads the stored mark as a hint', () => {
  expect([protectAsked.parse('0xa'), protectAsked.parse(7), protectAsked.parse('x'.repeat(65))]).toEqual([
    '0xa',
    undefined,
    undefined,
  ])
})
