import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'
import { explorerTokenUrl } from './explorerTokenUrl.ts'
import { formatNftAmount, shortNftAmount } from './formatNftAmount.ts'
import { groupNfts } from './groupNfts.ts'
import { nextCell } from './nextCell.ts'
import { nftName, shortTokenId } from './nftName.ts'

function nft(id: string, address: string, more: Partial<Collectible> = {}): Collectible {
  return {
    id,
    caipNetworkId: 'eip155:1',
    standard: 'ERC-721',
    collection: { address },
    tokenId: id,
    amount: '1',
    spam: false,
    ...more,
  }
}

describe('groups by collection', () => {
  const items = [
    nft('1', '0xA', { collection: { address: '0xA', name: 'Keys' } }),
    nft('2', '0xB', { spam: true }),
    nft('3', '0xa'),
    nft('4', '0xC'),
  ]
  const shape = (withSpam: boolean) =>
    groupNfts(items, withSpam, 'caseless').map(({ key, name, items: held, unverified }) => [
      key,
      name,
      held.map(({ id }) => id).join(' '),
      unverified,
    ])

  test('keeps the order, whatever the case of an address, and leaves out spam', () => {
    expect(shape(false)).toEqual([
      ['0xa', 'Keys', '1 3', false],
      ['0xc', undefined, '4', false],
    ])
  })

  test('compares addresses exactly where their case matters', () => {
    expect(groupNfts(items, false, 'exact').map(({ key }) => key)).toEqual(['0xA', '0xa', '0xC'])
  })

  test('puts tokens by themselves, of no collection, together', () => {
    const alone = (id: string) => nft(id, id, { address: id })
    const held = [alone('MintA'), nft('MintB', 'Keys', { address: 'MintB' }), alone('minta')]
    expect(
      groupNfts(held, false, 'exact').map(({ key, address, items: own }) => [key, address, own]),
    ).toEqual([
      ['', undefined, [held[0], held[2]]],
      ['Keys', 'Keys', [held[1]]],
    ])
  })

  test('shows spam in its place, marked, on request', () => {
    expect(shape(true)).toEqual([
      ['0xa', 'Keys', '1 3', false],
      ['0xb', undefined, '2', true],
      ['0xc', undefined, '4', false],
    ])
  })
})

// Two columns: 0 1 | 2, then 3, then 4 5 | 6 7.
const groups = [3, 1, 4]
const table: readonly (readonly [key: string, from: number, rtl: boolean, expected: number | null])[] = [
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 2, false, 3],
  ['ArrowRight', 7, false, null],
  ['ArrowLeft', 0, false, null],
  ['ArrowLeft', 3, false, 2],
  ['ArrowRight', 1, true, 0],
  ['ArrowLeft', 1, true, 2],
  ['ArrowDown', 0, false, 2],
  // Below the end of a line there is still its last tile.
  ['ArrowDown', 1, false, 2],
  ['ArrowDown', 2, false, 3],
  ['ArrowDown', 3, false, 4],
  ['ArrowDown', 5, false, 7],
  ['ArrowDown', 6, false, null],
  ['ArrowUp', 7, false, 5],
  ['ArrowUp', 5, false, 3],
  ['ArrowUp', 3, false, 2],
  ['ArrowUp', 2, false, 0],
  ['ArrowUp', 1, false, null],
  ['Home', 5, false, 0],
  ['End', 0, false, 7],
  ['Enter', 0, false, null],
  ['a', 0, false, null],
]

test.each(table)('%s from %i (rtl: %s) leads to %s', (key, from, rtl, expected) => {
  expect(nextCell(key, from, { groups, columns: 2, rtl })).toBe(expected)
})

test('no key leads out of the grid, and every tile can be reached', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      (sizes, columns) => {
        const count = sizes.reduce((sum, size) => sum + size, 0)
        for (let from = 0; from < count; from++) {
          for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
            const to = nextCell(key, from, { groups: sizes, columns, rtl: false })
            if (to !== null) expect(to >= 0 && to < count && Number.isInteger(to)).toBe(true)
            if (to !== null && key === 'ArrowDown') expect(to).toBeGreaterThan(from)
            if (to !== null && key === 'ArrowUp') expect(to).toBeLessThan(from)
          }
        }
      },
    ),
  )
})

test.each([
  ['7', '7'],
  ['12345678901', '12345678901'],
  ['123456789012', '1234…9012'],
  ['9'.repeat(78), '9999…9999'],
])('token id %s is shown as %s', (tokenId, shown) => {
  expect(shortTokenId(tokenId)).toBe(shown)
})

test('shows the name, else the collection and the number, else the number', () => {
  const collection = { address: '0xA', name: 'Keys' }
  expect(nftName(nft('7', '0xA', { name: 'Key of keys', collection }))).toBe('Key of keys')
  expect(nftName(nft('7', '0xA', { collection }))).toBe('Keys #7')
  expect(nftName(nft('7', '0xA'))).toBe('#7')
})

test.each([
  ['2', '2', '2'],
  ['9999', '9,999', '9,999'],
  ['12345', '12,345', '12K'],
  ['12000000', '12,000,000', '12M'],
  ['1234567890123456', '1,234,567,890,123,456', '999T+'],
])('%s held: %s, on a badge %s', (amount, long, short) => {
  expect(formatNftAmount(amount, 'en')).toBe(long)
  expect(shortNftAmount(amount, 'en')).toBe(short)
})

test.each([
  ['https://etherscan.io', 'https://etherscan.io/token/0xA?a=7'],
  ['https://scan.example/chain/?net=x', 'https://scan.example/chain/token/0xA?net=x&a=7'],
  ['javascript:alert(1)', undefined],
])('%s leads to %s', (explorer, expected) => {
  expect(explorerTokenUrl(explorer, '0xA', '7')).toBe(expected)
})

test('an id cannot escape its place in an address', () => {
  expect(explorerTokenUrl('https://etherscan.io', '../x', '7&b=1#c')).toBe(
    'https://etherscan.io/token/..%2Fx?a=7%26b%3D1%23c',
  )
})
