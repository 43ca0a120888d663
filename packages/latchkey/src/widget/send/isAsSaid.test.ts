import { expect, test } from 'vitest'
import { isAsSaid } from './isAsSaid.ts'

const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const ether = { asset: { symbol: 'ETH', decimals: 18 }, amount: { value: 5n, decimals: 18 } }
const token = { asset: { ...ether.asset, address: dai }, amount: ether.amount }
const spelling = 'caseless'

test.each([
  ['the amount alone', ether, [{ asset: {}, change: -5n }], true],
  ['a token, in any case', token, [{ asset: { address: dai.toLowerCase() }, change: -5n }], true],
  ['more than the amount', ether, [{ asset: {}, change: -6n }], false],
  ['less than the amount', token, [{ asset: { address: dai }, change: -4n }], false],
  ['the amount, as a gain', ether, [{ asset: {}, change: 5n }], false],
  ['another asset', token, [{ asset: {}, change: -5n }], false],
  [
    'the amount and something else',
    ether,
    [
      { asset: {}, change: -5n },
      { asset: { address: dai }, change: -1n },
    ],
    false,
  ],
  [
    'a token, and the deposit that is listed',
    { ...token, costs: [{ kind: 'deposit', amount: { value: 7n, decimals: 9 } }] },
    [
      { asset: { address: dai }, change: -5n },
      { asset: {}, change: -7n },
    ],
    true,
  ],
  [
    'a token, and more than the deposit',
    { ...token, costs: [{ kind: 'deposit', amount: { value: 7n, decimals: 9 } }] },
    [
      { asset: { address: dai }, change: -5n },
      { asset: {}, change: -8n },
    ],
    false,
  ],
  ['nothing', ether, [], false],
] as const)('%s', (_, transfer, changes, isSaid) => {
  expect(isAsSaid(changes, transfer, spelling)).toBe(isSaid)
})
