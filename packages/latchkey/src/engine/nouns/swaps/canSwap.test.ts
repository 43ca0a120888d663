import { expect, test } from 'vitest'
import type { Features } from '../../../contract/options.ts'
import { canSwap } from './canSwap.ts'

const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Main',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

interface Given {
  readonly features?: Features
  readonly remote?: Features
  readonly endpoints?: object
  readonly basic?: boolean
  readonly zones?: readonly string[]
  readonly connected?: boolean
  readonly chain?: string
  readonly live?: object | null
  readonly actions?: readonly string[]
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const able = { adapter: { swapping: async () => ({}) }, abilities: { sendCall: async () => ({}) } }

function ask(given: Given): boolean {
  const { features = { swaps: true }, endpoints = { api: 'https://a.example' }, chain = 'eip155:1' } = given
  const { live = able, actions = ['send', 'swap'], connected = true, zones = [], ...rest } = given
  const state = {
    connections: [{ id: 'one', namespaces: { eip155: { caipNetworkId: chain } } }],
    active: connected ? { eip155: { connectionId: 'one', caip10: `${chain}:0x1` } } : {},
    activeNamespace: 'eip155',
    chosen: {},
  }
  const adapters = [{ namespace: 'eip155', facts: { actions } }]
  return canSwap({
    config: {
      networks: [network],
      adapters,
      features,
      endpoints,
      restrictedTimezones: zones,
      basic: rest.basic,
    },
    remote: { getState: () => given.remote ?? {} },
    connections: { getState: () => state },
    live: { get: () => live ?? undefined },
  } as never)
}

test.each<[boolean, string, Given]>([
  [true, 'it is on', {}],
  [false, 'the host has it off, as by default', { features: {} }],
  [false, 'the host says no', { features: { swaps: false } }],
  [true, 'the remote flags turn it on', { features: {}, remote: { swaps: true } }],
  [false, 'the remote flags turn it off', { remote: { swaps: false } }],
  [false, 'the region is restricted', { zones: [zone] }],
  [
    false,
    'the region is restricted, whatever the remote flags say',
    { zones: [zone], remote: { swaps: true } },
  ],
  [true, 'another region is restricted', { zones: ['Antarctica/Troll'] }],
  [false, 'there are no services', { endpoints: {} }],
  [false, 'the widget is basic', { basic: true }],
  [false, 'nothing is connected', { connected: false }],
  [false, 'the network is not listed', { chain: 'eip155:5' }],
  [false, 'the namespace has no swaps', { live: { ...able, adapter: {} } }],
  [false, 'the connection cannot send calls', { live: { ...able, abilities: {} } }],
  [true, 'the connection is being restored', { live: null }],
  [false, 'one without swaps is being restored', { live: null, actions: ['send'] }],
])('%s where %s', (isSo, _what, given) => {
  expect(ask(given)).toBe(isSo)
})
