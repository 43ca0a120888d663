import { describe, expect, it } from 'vitest'
import { testFacts } from '../../chains/fixtures/testFacts.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'
import type { DiscoveredWallet, WalletListing } from '../../contract/wallet.ts'
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

const adapter = (namespace: string) => ({
  namespace,
  facts: testFacts(namespace),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error()),
})

interface Given {
  readonly found?: Partial<Found>
  readonly discovered?: readonly DiscoveredWallet[]
  readonly phone?: boolean
  readonly namespace?: string
}

function rowsOf(
  { found, discovered = [], phone = false, namespace }: Given,
  options: Partial<LatchkeyOptions> = {},
) {
  const ctx = {
    phone,
    config: resolveConfig({ projectId: 'p', adapters: [adapter('eip155')], ...options }),
    connections: { getState: () => ({ connections: [] }) },
    wallets: { getState: () => ({ ...emptyWallets, discovered }) },
  }
  const walletRows = createWalletRows(ctx as unknown as EngineContext, () => ctx.config.features ?? {})
  return arrangeWallets(walletRows, {
    found: { ...emptyAllWallets.catalogue, at: 'ready', wallets, ...found },
    namespace,
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

it('puts the best answer to a search first, and installed wallets before others that answer as well', () => {
  const found = {
    query: 'trust',
    wallets: [
      listing('antitrust'),
      listing('c', { aliases: ['trust'] }),
      listing('trustly'),
      listing('trsut'),
    ],
  }
  const discovered = [installed('My Trust'), installed('Other')]
  expect(arrange({ found, discovered })).toEqual([
    'dir:trustly',
    'rdns:com.my trust installed',
    'dir:c',
    'dir:antitrust',
    'dir:trsut',
  ])
})

it('shows, on a phone, wallets that are installed, linked or known to open otherwise', () => {
  const found = {
    wallets: [listing('a'), listing('m', { mobile_link: 'm://' }), listing('coinbase'), listing('solflare')],
  }
  const both = { adapters: [adapter('eip155'), adapter('solana')] }
  expect(arrange({ found, phone: true, discovered: [installed('z')] }, both)).toEqual([
    'rdns:com.z installed',
    'dir:m',
    'dir:coinbase',
    'dir:solflare',
  ])
  expect(arrange({ found, phone: true, namespace: 'eip155' }, both)).toEqual(['dir:m', 'dir:coinbase'])
  const browse = { browse: 'https://a.example/{url}' }
  expect(arrange({ found: { wallets: [listing('a', browse), listing('b')] }, phone: true })).toEqual([
    'dir:a',
  ])
})

it('hides, on a phone, wallets on another relay, unless installed', () => {
  const found = {
    wallets: [
      listing('a', { mobile_link: 'a://' }),
      listing('b', { mobile_link: 'b://', relays: ['wss://relay.example'] }),
    ],
  }
  const options = { endpoints: { relay: 'wss://relay.example' } }
  const discovered = [installed('z')]
  expect(arrange({ found, phone: true, discovered }, options)).toEqual(['rdns:com.z installed', 'dir:b'])
  expect(arrange({ found, discovered }, options)).toEqual(['rdns:com.z installed', 'dir:a', 'dir:b'])
})

it('T69 leaves out every picture address of the directory', () => {
  const [row] = rowsOf({
    found: { wallets: [listing('a', { image_url: 'https://stranger.example/a.png' })] },
  })
  expect(row?.walletId).toBe('dir:a')
  expect(row).not.toHaveProperty('icon')
})
