import { describe, expect, it } from 'vitest'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { emptyWallets, type WalletsState, walletsTransition } from './walletsTransition.ts'

function wallet(key: string, source: DiscoveredWallet['source'], namespace = 'eip155'): DiscoveredWallet {
  return { key, source, namespace, info: { name: key }, provider: {} }
}

function discover(...wallets: readonly DiscoveredWallet[]): WalletsState {
  return wallets.reduce(
    (state, each) => walletsTransition(state, { type: 'discovered', wallet: each }),
    emptyWallets,
  )
}

describe('discovered', () => {
  const announced = wallet('uuid', 'announced')
  const guessed = wallet('injected:eip155:0', 'injected')
  const own = { ...wallet('bip122:unisat', 'injected'), injectedId: 'unisat' }
  const solana = wallet('injected:solana:0', 'injected', 'solana')

  it.each<[string, readonly DiscoveredWallet[], readonly DiscoveredWallet[]]>([
    ['keeps the order', [announced, wallet('b', 'announced')], [announced, wallet('b', 'announced')]],
    ['takes a key once', [announced, announced], [announced]],
    ['keeps a guessed global while nothing was announced', [guessed], [guessed]],
    ['drops it when a wallet of its namespace announces itself', [guessed, announced], [announced]],
    ['does not take it afterwards', [announced, guessed], [announced]],
    ['keeps a global of its own beside any announcement', [own, announced], [own, announced]],
    ['takes one afterwards', [announced, own], [announced, own]],
    ['leaves those of other namespaces', [solana, guessed, announced], [solana, announced]],
  ])('%s', (_name, wallets, expected) => {
    expect(discover(...wallets).discovered.map(each => each.key)).toEqual(expected.map(each => each.key))
  })

  it('answers the same state when nothing changed', () => {
    const state = discover(announced)
    expect(walletsTransition(state, { type: 'discovered', wallet: announced })).toBe(state)
    expect(walletsTransition(state, { type: 'discovered', wallet: guessed })).toBe(state)
  })
})

describe('recents', () => {
  const used = (walletId: string) =>
    ({ type: 'used', wallet: { walletId, name: walletId }, limit: 2 }) as const
  const ids = (state: WalletsState) => state.recents.map(recent => recent.walletId)

  it('the last used is first, each once, at most two (SPEC §9)', () => {
    let state = emptyWallets
    const steps: string[][] = []
    for (const id of ['a', 'b', 'a', 'c', 'c']) {
      state = walletsTransition(state, used(id))
      steps.push(ids(state))
    }
    expect(steps).toEqual([['a'], ['b', 'a'], ['a', 'b'], ['c', 'a'], ['c', 'a']])
  })

  it('loading replaces the earlier ones', () => {
    const recents = [{ walletId: 'x', name: 'x' }]
    expect(walletsTransition(emptyWallets, { type: 'recentsLoaded', recents }).recents).toBe(recents)
  })
})

it('the catalogue is replaced as a whole', () => {
  const catalogue = [{ id: 'a', name: 'A' }]
  const state = walletsTransition(discover(wallet('uuid', 'announced')), {
    type: 'catalogueLoaded',
    catalogue,
  })
  expect(state.catalogue).toBe(catalogue)
  expect(state.discovered).toHaveLength(1)
})

it('the count of the directory arrives without touching the list', () => {
  const before = { ...emptyWallets, catalogue: [{ id: 'a', name: 'A' }] }
  expect(walletsTransition(before, { type: 'counted', count: 73 })).toEqual({ ...before, count: 73 })
})
