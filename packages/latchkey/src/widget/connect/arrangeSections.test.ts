import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiscoveredWallet, WalletRow } from '../../contract/wallet.ts'
import { arrangeSections } from './arrangeSections.ts'

const found = {} as DiscoveredWallet
const row = (key: string, group: WalletRow['group'], more: Partial<WalletRow> = {}): WalletRow => ({
  key,
  walletId: `dir:${key}`,
  name: key,
  group,
  discovered: [],
  ...more,
})
const any = row('any', 'walletConnect')
const used = row('used', 'recent', { discovered: [found] })
const here = row('here', 'injected', { discovered: [found] })
const own = row('own', 'custom', { discovered: [found] })
const app = row('app', 'custom')
const other = row('other', 'recommended')

const arrange = (rows: readonly WalletRow[], ordered = false) =>
  arrangeSections(rows, { reaches: ({ key }) => key.startsWith('app'), ordered }).map(
    ({ name, rows: inside }) => [name, ...inside.map(({ key }) => key)].join(' '),
  )

describe('arrangeSections', () => {
  const table: readonly [title: string, rows: readonly WalletRow[], expected: readonly string[]][] = [
    ['no rows', [], []],
    ['only those with rows', [here], ['installed here']],
    [
      'the usual order, whatever that of the rows',
      [any, other, app, here, used],
      ['recent used', 'installed here', 'phone any app', 'get other'],
    ],
    ['an installed wallet of the host’s own', [own, here], ['installed own here']],
    ['one used before that is not here', [row('gone', 'recent'), here], ['recent gone', 'installed here']],
  ]
  it.each(table)('%s', (_title, rows, expected) => {
    expect(arrange(rows)).toEqual(expected)
  })

  it('takes the order of the host’s groups where it gave one', () => {
    expect(arrange([any, here, other, used, app], true)).toEqual([
      'phone any app',
      'installed here',
      'get other',
      'recent used',
    ])
  })

  it('leaves no row out and shows none twice', () => {
    const rows = fc.array(fc.constantFrom(any, used, here, own, app, other))
    fc.assert(
      fc.property(rows, fc.boolean(), (given, ordered) => {
        const shown = arrangeSections(given, { reaches: ({ key }) => key === 'app', ordered })
        expect(shown.flatMap(section => section.rows).sort(byKey)).toEqual([...given].sort(byKey))
        expect(new Set(shown.map(({ name }) => name)).size).toBe(shown.length)
        expect(shown.every(section => section.rows.length > 0)).toBe(true)
      }),
    )
  })
})

function byKey(a: WalletRow, b: WalletRow): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
