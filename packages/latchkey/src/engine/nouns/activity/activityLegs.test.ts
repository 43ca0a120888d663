import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../../contract/history.ts'
import { collectible, fungible, usdc } from '../../../widget/fixtures/fakeTransactions.ts'
import { deepFreeze } from '../../base/config.ts'
import { addDecimals, mergeLegs as merge } from './activityLegs.ts'

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const mergeLegs = (transfers: readonly Transfer[]) => merge(transfers, 'caseless')

describe('mergeLegs', () => {
  test('one asset in one direction is one leg, its amounts added exactly', () => {
    const legs = mergeLegs([
      fungible('out', '0.1'),
      fungible('out', '0.2'),
      fungible('out', '12', usd),
      fungible('in', '0.05'),
    ])
    expect(legs.map(({ asset, direction, amount }) => [asset.symbol, direction, amount])).toEqual([
      ['ETH', 'out', '0.3'],
      ['USDC', 'out', '12'],
      ['ETH', 'in', '0.05'],
    ])
  })

  test('a contract is the same in any case of its letters', () => {
    const legs = mergeLegs([
      fungible('in', '1', usd),
      fungible('in', '2', { ...usd, address: usdc.toLowerCase() }),
    ])
    expect(legs).toHaveLength(1)
    expect(legs[0]).toMatchObject({ amount: '3', asset: { key: usdc.toLowerCase(), address: usdc } })
  })

  test('contracts of a namespace in which case tells are one each', () => {
    const transfers = [
      fungible('in', '1', { ...usd, address: 'TokenA' }),
      fungible('in', '2', { ...usd, address: 'Tokena' }),
    ]
    expect(merge(transfers, 'exact').map(({ asset, amount }) => [asset.key, amount])).toEqual([
      ['TokenA', '1'],
      ['Tokena', '2'],
    ])
  })

  test('lists each collectible by itself, and counts its copies', () => {
    const legs = mergeLegs([
      collectible('in', '1', { amount: '2' }),
      collectible('in', '1', { amount: '3' }),
      collectible('in', '2'),
    ])
    expect(legs.map(({ asset, amount }) => [asset.tokenId, amount])).toEqual([
      ['1', '5'],
      ['2', '1'],
    ])
  })

  test('a sum with an unknown part is unknown; a value as well', () => {
    expect(mergeLegs([fungible('in', '1'), fungible('in', null)])[0]).not.toHaveProperty('amount')
    expect(mergeLegs([fungible('in', '1', { value: 2 }), fungible('in', '1')])[0]).not.toHaveProperty('value')
    expect(mergeLegs([fungible('in', '1', { value: 2 }), fungible('in', '1', { value: 3 })])[0]?.value).toBe(
      5,
    )
  })

  test('a leg is spam when all its parts are', () => {
    expect(mergeLegs([fungible('in', '1', { spam: true }), fungible('in', '1')])[0]?.spam).toBe(false)
    expect(mergeLegs([fungible('in', '1', { spam: true })])[0]?.spam).toBe(true)
  })

  test('T67 names are text that shows what it says', () => {
    const [leg] = mergeLegs([fungible('in', '1', { ...usd, symbol: 'U\u202eSD\u200bC\u0000' })])
    expect(leg?.asset.symbol).toBe('USDC')
    expect(mergeLegs([collectible('in', '1', { name: '\u200b' })])[0]?.asset).not.toHaveProperty('name')
  })

  test('vouched for: by the word of the services, or by the picture they have of it', () => {
    const vouched = (options: Parameters<typeof fungible>[2]) =>
      mergeLegs([fungible('in', '1', options)])[0]?.asset.vouched
    expect(vouched({})).toBe(true)
    expect(vouched({ ...usd, vouched: false, icon: '/public/getTokenImage/usdc' })).toBe(false)
    expect(vouched({ ...usd, vouched: null })).toBe(false)
    expect(vouched({ ...usd, vouched: null, icon: '/public/getTokenImage/usdc' })).toBe(true)
    expect(vouched({ vouched: null })).toBe(true)
  })

  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
    .map(([value, decimals]) => {
      const digits = value.toString().padStart(decimals + 1, '0')
      return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    })
  const direction = fc.constantFrom('in' as const, 'out' as const, 'self' as const)
  const transfer: fc.Arbitrary<Transfer> = fc.oneof(
    fc
      .tuple(direction, amount, fc.constantFrom(null, usdc, usdc.toLowerCase()))
      .map(([way, numeric, address]) => fungible(way, numeric, { address })),
    fc.tuple(direction, fc.constantFrom('1', '2')).map(([way, id]) => collectible(way, id)),
  )
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(18, '0'))
  }

  test('preserves every amount, and lists no asset twice', () => {
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 12 }), transfers => {
        const legs = mergeLegs(deepFreeze(transfers))
        const keys = legs.map(leg => `${leg.direction} ${leg.asset.key}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const way of ['in', 'out', 'self'] as const) {
          const before = transfers
            .filter(each => each.direction === way)
            .reduce((sum, { quantity }) => sum + scaled(quantity.numeric ?? '0'), 0n)
          const after = legs
            .filter(each => each.direction === way)
            .reduce((sum, leg) => sum + scaled(leg.amount ?? '0'), 0n)
          expect(after).toBe(before)
        }
      }),
    )
  })
})

test.each([
  ['0.1', '0.2', '0.3'],
  ['1', '0', '1'],
  ['0.50', '0.50', '1'],
  ['-3', '2', '5'],
  [
    '123456789012345678901234567890.000000000000000001',
    '0.000000000000000009',
    '123456789012345678901234567890.00000000000000001',
  ],
  ['.5', '.5', '1'],
])('addDecimals: %s and %s are %s', (one, other, sum) => {
  expect(addDecimals(one, other)).toBe(sum)
})
