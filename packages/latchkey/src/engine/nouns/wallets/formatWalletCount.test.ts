import { expect, it } from 'vitest'
import { formatWalletCount } from './formatWalletCount.ts'

it.each([
  [0, ''],
  [-3, ''],
  [Number.NaN, ''],
  [1, '1'],
  [9, '9'],
  [10, '10'],
  [11, '10+'],
  [40, '40'],
  [457, '450+'],
  [1_000, '1000'],
])('%d wallets are shown as "%s"', (count, expected) => expect(formatWalletCount(count)).toBe(expected))
