import { expect, test } from 'vitest'
import type { DiscoveredWallet, WalletRow } from '../../contract/wallet.ts'
import { createSummaries } from './createSummaries.ts'

const found = (namespace: string, source: DiscoveredWallet['source']): DiscoveredWallet => ({
  key: namespace,
  namespace,
  source,
  info: { name: 'Fox' },
  provider: {},
})
const listing = { id: 'fox', name: 'Fox' }
const relay = 'wss://relay.example'

test.each([
  ['announced', [found('eip155', 'announced')], undefined, 'ANNOUNCED'],
  ['at a known global', [found('eip155', 'injected')], undefined, 'INJECTED'],
  [
    'in two namespaces',
    [found('eip155', 'announced'), found('solana', 'announced')],
    undefined,
    'MULTI_CHAIN',
  ],
  ['listening on the relay', [], relay, 'WALLET_CONNECT'],
  ['out of reach', [], undefined, undefined],
] as const)('SPEC §3 the connector type of a wallet %s', (_, discovered, url, type) => {
  const row: WalletRow = {
    key: 'dir:fox',
    walletId: 'dir:fox',
    name: 'Fox',
    group: 'custom',
    listing,
    discovered,
  }
  const config = { customWallets: [listing], ...(url && { endpoints: { relay: url } }) }
  const rows = [row]
  const summaries = createSummaries(
    () => rows,
    () => config,
  )
  expect(summaries()[0]).toMatchObject({ key: 'dir:fox', type })
  expect(summaries()).toBe(summaries())
})
