import { describe, expect, it } from 'vitest'
import { testFacts } from '../../chains/fixtures/testFacts.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'
import type { DiscoveredWallet, WalletListing, WalletRow } from '../../contract/wallet.ts'
import { resolveConfig } from '../../engine/base/config.ts'
import type { EngineContext } from '../../engine/context.ts'
import { emptyAllWallets, type Found } from '../../engine/flows/catalogue/allWalletsTransition.ts'
import { createWalletRows } from '../../engine/nouns/wallets/createWalletRows.ts'
import { emptyWallets } from '../../engine/nouns/wallets/walletsTransition.ts'
import { arrangeWallets } from './arrangeWallets.ts'

const listing = (id: string, more: Partial<WalletListing> = {}): WalletListing => ({
  id,
  name: id,
  homepage: `https://${id}.example`,
  chains: ['eip155:1'],
  ...more,
})
const installed = (name: string, rdns = `com.${name}`): DiscoveredWallet => ({
  key: rdns,
  namespace: 'eip155',
  source: 'announced',
  info: { name, rdns },
  provider: {},
})
const wallets = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => listing(id))

interface Given {
  readonly found?: Partial<Found>
  readonly discovered?: readonly DiscoveredWallet[]
  readonly phone?: boolean
  readonly canPair?: (row: WalletRow) => boolean
  readonly namespace?: string
}

function rowsOf(
  { found, discovered = [], phone = false, namespace, canPair }: Given,
  options: Partial<LatchkeyOptions> = {},
) {
  const adapter = {
    namespace: 'eip155',
    facts: testFacts('eip155'),
    discover: () => () => undefined,
    load: () => Promise.reject(new Error()),
  }
  const ctx = {
    config: resolveConfig({ projectId: 'p', adapters: [adapter], ...options }),
    connections: { getState: () => ({ connections: [] }) },
    wallets: { getState: () => ({ ...emptyWallets, discovered }) },
  }
  const walletRows = createWalletRows(ctx as unknown as EngineContext, () => ctx.config.features ?? {})
  return arrangeWallets(walletRows, {
    found: { ...emptyAllWallets.catalogue, at: 'ready', wallets, ...found },
    namespace,
    phone,
    canPair,
  })
}

function arrange(given: Given, options?: Partial<LatchkeyOptions>): readonly string[] {
  return rowsOf(given, options).map(row => `${row.walletId}${row.tag ? ` ${row.tag}` : ''}`)
}

describe('the order', () => {
  it('keeps the directory’s order, and all of it', () => {
    expect(arrange({})).toEqual(['dir:a', 'dir:b', 'dir:c', 'dir:d', 'dir:e', 'dir:f'])
  })

  it('puts the installed first, then the featured, then the host’s own', () => {
    const rows = arrange(
      {
        discovered: [installed('zed'), installed('d', 'com.d')],
        found: { wallets: [...wallets, listing('g', { rdns: 'com.d' })] },
      },
      { featuredWalletIds: ['c'], customWallets: [listing('own')] },
    )
    expect(rows).toEqual([
      'rdns:com.d installed',
      'rdns:com.zed installed',
      'dir:c',
      'custom:own',
      'dir:a',
      'dir:b',
      'dir:d',
      'dir:e',
      'dir:f',
    ])
  })

  it('ignores the order the host gives to Connect', () => {
    expect(
      arrange({ discovered: [installed('z')] }, { features: { connectorTypeOrder: ['recommended'] } })[0],
    ).toBe('rdns:com.z installed')
  })
})

it('honours include and exclude', () => {
  expect(arrange({}, { includeWalletIds: ['a', 'b'], excludeWalletIds: ['b'] })).toEqual(['dir:a'])
})

it("shows, for a search, the directory's results and rows whose name matches", () => {
  const found = { query: 'zE', wallets: [listing('a')] }
  expect(arrange({ found, discovered: [installed('Zed'), installed('Other')] })).toEqual([
    'rdns:com.zed installed',
    'dir:a',
  ])
})

it('shows, on a phone, wallets that are installed, linked or known to open otherwise', () => {
  const found = {
    wallets: [listing('a'), listing('m', { mobile_link: 'm://' }), listing('coinbase'), listing('solflare')],
  }
  expect(arrange({ found, phone: true, discovered: [installed('z')] })).toEqual([
    'rdns:com.z installed',
    'dir:m',
    'dir:coinbase',
    'dir:solflare',
  ])
  expect(arrange({ found, phone: true, namespace: 'eip155' })).toEqual(['dir:m', 'dir:coinbase'])
})

it('hides, on a phone, wallets on another relay, unless installed', () => {
  const found = { wallets: [listing('a', { mobile_link: 'a://' }), listing('b', { mobile_link: 'b://' })] }
  const canPair = (row: WalletRow) => row.listing?.id === 'b'
  const discovered = [installed('z')]
  expect(arrange({ found, phone: true, discovered, canPair })).toEqual(['rdns:com.z installed', 'dir:b'])
  expect(arrange({ found, discovered, canPair })).toEqual(['rdns:com.z installed', 'dir:a', 'dir:b'])
})

it('T69 leaves out every picture address of the directory', () => {
  const [row] = rowsOf({
    found: { wallets: [listing('a', { image_url: 'https://stranger.example/a.png' })] },
  })
  expect(row?.walletId).toBe('dir:a')
  expect(row).not.toHaveProperty('icon')
})
