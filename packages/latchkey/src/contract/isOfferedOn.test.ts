import { expect, it } from 'vitest'
import { isOfferedOn } from './isOfferedOn.ts'
import type { WalletListing } from './wallet.ts'

const own = 'wss://relay.example/relay'
const shared = 'wss://relay.walletconnect.com'
const browse = 'https://wallet.example/{url}'
const app = { mobile_link: 'wallet://' }

it.each<[string, Partial<WalletListing>, string | undefined, boolean]>([
  ['its own browser needs no relay', { browse }, own, true],
  ['its own browser, without any relay', { browse }, undefined, true],
  ['an app on the shared relay', app, shared, true],
  ['a universal link is an app too', { link_mode: 'https://wallet.example' }, shared, true],
  ['an app that does not listen here', app, own, false],
  ['an app that says it listens here', { ...app, relays: [own] }, own, true],
  ['an app without any relay: its store', app, undefined, true],
  ['no app', {}, shared, false],
  ['no app, without any relay', {}, undefined, false],
  ['an exchange’s app, known to open', { id: 'coinbase' }, shared, true],
])('on a phone, %s: %s', (_name, listing, relay, expected) => {
  const wallet = { id: 'one', ...listing }
  expect(isOfferedOn(wallet, { phone: true, relay })).toBe(expected)
  expect(isOfferedOn(wallet, { phone: false, relay })).toBe(true)
})

it('takes the host at its word about its own wallets', () => {
  expect(isOfferedOn({ id: 'one', ...app }, { phone: true, relay: own }, true)).toBe(true)
})

it('knows further apps by the namespaces of the list', () => {
  const phantom = { id: 'phantom' }
  const solana = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const
  expect(isOfferedOn(phantom, { phone: true, chains: solana })).toBe(true)
  expect(isOfferedOn(phantom, { phone: true, chains: ['eip155:1'] })).toBe(false)
  expect(isOfferedOn(phantom, { phone: true })).toBe(true)
})
