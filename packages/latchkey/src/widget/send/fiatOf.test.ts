import { expect, test } from 'vitest'
import { fiatOf } from './fiatOf.ts'

const ether = (value: bigint) => ({ value, decimals: 18 })

test.each([
  ['what it is worth', ether(10n ** 18n), 3_412.129, '$3,412.13'],
  ['the least there is, which is more than nothing', ether(1n), 3_412.5, '< $0.01'],
  ['nothing', ether(0n), 3_412.5, '$0.00'],
  ['what has no price', ether(1n), undefined, undefined],
  ['what has a price of nothing', ether(1n), 0, undefined],
])('F27 %s', (_, amount, price, words) => {
  expect(fiatOf(amount, price, 'USD', 'en-US')).toBe(words)
})
