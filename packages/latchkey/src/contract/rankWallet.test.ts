import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../../testing/src/fixtures/growthOf.ts'
import { rankWallet, rankWallets, wordsOf } from './rankWallet.ts'

const wallets = [
  { name: 'MetaMask', rdns: 'io.metamask', aliases: ['mm'], homepage: 'https://metamask.io' },
  { name: 'Trust Wallet', rdns: 'com.trustwallet.app', homepage: 'https://trustwallet.com' },
  { name: 'Coinbase Wallet', aliases: ['cb', 'base app'] },
  { name: 'OKX Wallet', aliases: ['okex'] },
  { name: 'Phantom', homepage: 'https://phantom.com/download' },
  { name: 'Ambire Wallet' },
  { name: 'Polkadot{.js}' },
  { name: 'Café Keys' },
  { name: '钱包' },
]
const find = (search: string) => rankWallets(search, wallets, wordsOf).map(({ name }) => name)

describe('a search finds', () => {
  it.each([
    ['metamask', ['MetaMask']],
    ['METAM', ['MetaMask']],
    ['mm', ['MetaMask']],
    ['metamsk', ['MetaMask']],
    ['metamaks', ['MetaMask']],
    ['meatmask', ['MetaMask']],
    ['mettamask', ['MetaMask']],
    ['meta mask', ['MetaMask']],
    ['trust', ['Trust Wallet']],
    ['turst', ['Trust Wallet']],
    ['trustwalet', ['Trust Wallet']],
    ['wallet', ['Trust Wallet', 'Coinbase Wallet', 'OKX Wallet', 'Ambire Wallet']],
    ['okex', ['OKX Wallet']],
    ['base app', ['Coinbase Wallet']],
    ['io.meta', ['MetaMask']],
    ['phantom.com', ['Phantom']],
    ['phantom', ['Phantom']],
    ['polkadot.js', ['Polkadot{.js}']],
    ['cafe', ['Café Keys']],
    ['钱包', ['钱包']],
    ['nosuchthing', []],
    ['zz', []],
    // Only the host of a site is looked through.
    ['download', []],
  ])('%s', (search, expected) => {
    expect(find(search)).toEqual(expected)
  })
})

it('ranks the beginning of a name before that of a word, an alias, a part and a mistake', () => {
  const ranked = [
    { name: 'Trest' },
    { name: 'Antitrust' },
    { name: 'Anchor', aliases: ['trust anchor'] },
    { name: 'My Trust' },
    { name: 'Trustly' },
    { name: 'Trust' },
  ]
  expect(rankWallets('trust', ranked, wordsOf).map(({ name }) => name)).toEqual([
    'Trust',
    'Trustly',
    'My Trust',
    'Anchor',
    'Antitrust',
    'Trest',
  ])
})

it('keeps the order of the list among equals, and all of it without a search', () => {
  expect(find('')).toEqual(wallets.map(({ name }) => name))
  expect(rankWallets('pay', [{ name: 'B Pay' }, { name: 'A Pay' }], wordsOf)).toEqual([
    { name: 'B Pay' },
    { name: 'A Pay' },
  ])
})

it('forgives one mistake from four letters on, two from eight on, and none below', () => {
  const rank = (search: string, name: string) => rankWallet(search, wordsOf({ name }))
  expect(rank('okz', 'OKX')).toBeUndefined()
  expect(rank('zeri', 'Zeal')).toBeUndefined()
  expect(rank('zerl', 'Zerion')).toBeDefined()
  expect(rank('uniswpa', 'Uniswap')).toBeDefined()
  expect(rank('rainxxw', 'Rainbow')).toBeUndefined()
  expect(rank('coinbsae', 'Coinbase')).toBeDefined()
  expect(rank('coxnbsae', 'Coinbase')).toBeDefined()
  expect(rank('coxnbsxe', 'Coinbase')).toBeUndefined()
})

/** The whole table, without a band: what the fast one must agree with. */
function mistakes(search: string, word: string): number {
  const table: number[][] = [Array.from({ length: word.length + 1 }, (_, at) => at)]
  const at = (from: number, to: number) => table[from]?.[to] ?? Number.POSITIVE_INFINITY
  for (let from = 1; from <= search.length; from += 1) {
    table[from] = [from]
    for (let to = 1; to <= word.length; to += 1) {
      const isSame = search[from - 1] === word[to - 1]
      const isSwapped = search[from - 1] === word[to - 2] && search[from - 2] === word[to - 1]
      ;(table[from] as number[])[to] = Math.min(
        at(from - 1, to - 1) + (isSame ? 0 : 1),
        at(from - 1, to) + 1,
        at(from, to - 1) + 1,
        from > 1 && to > 1 && isSwapped ? at(from - 2, to - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return Math.min(...(table[search.length] ?? []))
}

it('agrees with the whole table of mistakes for any two words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(word, word, (search, name) => {
      const most = search.length < 8 ? 1 : 2
      const isFound = rankWallet(search, wordsOf({ name })) !== undefined
      expect(isFound).toBe(name.includes(search) || mistakes(search, name) <= most)
    }),
    { numRuns: 2_000 },
  )
})

it('T107: long names and searches, and many wallets, cost no more than their number', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => ({ name: `${'ab'.repeat(40)} ${at}` }))
  expect(growthOf(length => rankWallets('abababababababaz', many(length), wordsOf), 300)).toBeLessThan(
    linearGrowth,
  )
  expect(
    growthOf(length => rankWallet('a'.repeat(length), wordsOf({ name: 'b'.repeat(length) })), 3_000),
  ).toBeLessThan(linearGrowth)
})
