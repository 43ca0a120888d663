import { expect, test } from 'vitest'
import { lacksFee } from './lacksFee.ts'

const amount = (value: bigint) => ({ value, decimals: 18 })
const ether = { asset: { symbol: 'ETH', decimals: 18 }, amount: amount(5n) }
const token = { asset: { ...ether.asset, address: '0x1' }, amount: amount(5n) }

test.each([
  ['just enough', ether, 7n, false],
  ['one unit short', ether, 6n, true],
  ['a token takes only the fee', token, 2n, false],
  ['a token without the fee', token, 1n, true],
])('%s', (_title, transfer, held, lacks) => {
  expect(lacksFee(transfer, { most: amount(2n) }, amount(held))).toBe(lacks)
})

test('a deposit is paid from the same balance as the fee; what the token keeps is not', () => {
  const costs = [
    { kind: 'deposit', amount: amount(3n) },
    { kind: 'transferFee', amount: amount(9n), arrives: amount(1n) },
  ] as const
  expect(lacksFee(token, { most: amount(2n) }, amount(5n), costs)).toBe(false)
  expect(lacksFee(token, { most: amount(2n) }, amount(4n), costs)).toBe(true)
})

test('an unknown balance blocks no transfer', () => {
  expect(lacksFee(ether, { most: amount(2n) }, undefined)).toBe(false)
})
