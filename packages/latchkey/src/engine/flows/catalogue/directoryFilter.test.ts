import { expect, it } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { LatchkeyOptions } from '../../../contract/options.ts'
import { resolveConfig } from '../../base/config.ts'
import { directoryFilter } from './directoryFilter.ts'

const adapter = (namespace: string) => ({
  namespace,
  facts: testFacts(namespace),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('not loaded here')),
})
const network = (id: number) => ({
  chainNamespace: 'eip155' as const,
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

it.each<[string, Partial<LatchkeyOptions>, string | undefined, object]>([
  ['nothing is known', {}, undefined, {}],
  [
    'the main network of each namespace, and the host’s own',
    { adapters: [adapter('eip155'), adapter('solana')], networks: [network(31337), network(1)] },
    undefined,
    { chains: ['eip155:1', solana, 'eip155:31337'] },
  ],
  [
    'one namespace alone',
    { adapters: [adapter('eip155'), adapter('solana')], networks: [network(31337)] },
    'solana',
    { chains: [solana] },
  ],
  [
    'a namespace whose adapter brings no facts is not filtered by',
    { adapters: [{ ...adapter('ton'), facts: undefined as never }] },
    undefined,
    {},
  ],
  [
    'ids of the directory, in both of their forms',
    { includeWalletIds: ['dir:a', 'b'], featuredWalletIds: ['c'], excludeWalletIds: ['d', 'dir:e'] },
    undefined,
    { include: ['a', 'b', 'c'], exclude: ['d', 'e'] },
  ],
  [
    'an rdns among the included: the list itself keeps the others out',
    { includeWalletIds: ['a', 'rdns:io.metamask'], excludeWalletIds: ['io.rabby'] },
    undefined,
    {},
  ],
])('%s', (_name, options, namespace, expected) => {
  expect(directoryFilter(resolveConfig({ projectId: 'p', ...options }), { phone: false, namespace })).toEqual(
    expected,
  )
})

it.each([
  [{}, { device: 'phone' }],
  [
    { endpoints: { relay: 'wss://relay.example:8443/v2?key=secret' } },
    { device: 'phone', relay: 'wss://relay.example:8443' },
  ],
])(
  'on a phone: what opens there over the page’s relay, of which no more than the host is said: %j',
  (options, expected) => {
    const config = resolveConfig({ projectId: 'p', ...options })
    expect(directoryFilter(config, { phone: true })).toEqual(expected)
    expect(directoryFilter(config, { phone: false })).toEqual({})
  },
)
