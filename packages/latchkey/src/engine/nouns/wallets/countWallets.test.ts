import { expect, it } from 'vitest'
import type { WalletRow } from '../../../contract/wallet.ts'
import { countWallets } from './countWallets.ts'

const row = (more: Partial<WalletRow>): WalletRow => ({
  key: more.walletId ?? 'dir:a',
  walletId: 'dir:a',
  name: 'A',
  group: 'recommended',
  discovered: [],
  ...more,
})
const found = [
  { key: 'x', namespace: 'eip155', source: 'announced', info: { name: 'X' }, provider: {} },
] as const
const listing = { id: 'a', name: 'A' }

it.each<[string, number | undefined, readonly WalletRow[], number | undefined]>([
  ['the directory alone', 12, [row({ listing })], 12],
  ['nothing is known', undefined, [row({ discovered: found })], undefined],
  ['an installed wallet that it lists', 12, [row({ discovered: found, listing })], 12],
  ['an installed wallet that it does not know', 12, [row({ discovered: found, walletId: 'std:X' })], 13],
  ['a wallet of the host’s own', 12, [row({ walletId: 'custom:mine', listing })], 13],
  [
    'the row for any wallet is none',
    12,
    [row({ group: 'walletConnect', walletId: 'dir:walletConnect' })],
    12,
  ],
])('%s', (_name, listed, rows, expected) => {
  expect(countWallets(listed, rows, { phone: false })).toBe(expected)
})

it('counts an installed wallet that the list of a phone has no other place for', () => {
  const rows = [row({ discovered: found, listing })]
  expect(countWallets(3, rows, { phone: true, relay: 'wss://own.example' })).toBe(4)
  expect(
    countWallets(
      3,
      [row({ discovered: found, listing: { ...listing, browse: 'https://a.example/{url}' } })],
      {
        phone: true,
        relay: 'wss://own.example',
      },
    ),
  ).toBe(3)
})
