import { expect, test } from 'vitest'
import type { ViewName } from '../../contract/views.ts'
import { type AccountAction, accountActionsOf } from './accountActions.ts'

interface Case {
  readonly views?: readonly ViewName[]
  readonly features?: Readonly<Record<string, unknown>>
  readonly canSend?: boolean
}

const all: readonly ViewName[] = ['WalletReceive', 'WalletSend', 'Swap', 'OnRampProviders']

const table: readonly (readonly [what: string, given: Case, actions: readonly AccountAction[]])[] = [
  ['a wallet that sends', { canSend: true }, ['receive', 'send']],
  ['with swaps on', { canSend: true, features: { swaps: true } }, ['receive', 'send', 'swaps']],
  [
    'with swaps on, in a build without the view',
    { views: ['WalletSend'], features: { swaps: true }, canSend: true },
    ['send'],
  ],
  ['that cannot send', { canSend: false }, ['receive']],
  ['with receive off', { features: { receive: false }, canSend: true }, ['send']],
  ['nothing at all', { features: { receive: false } }, []],
  [
    'with all on, in the usual order',
    { canSend: true, features: { onramp: true, swaps: true } },
    ['receive', 'send', 'swaps', 'onramp'],
  ],
  [
    "the host's order, with what it left out behind",
    { canSend: true, features: { onramp: true, walletFeaturesOrder: ['send', 'nonsense', 'send'] } },
    ['send', 'receive', 'onramp'],
  ],
]

test.each(table)('%s', (_, { views = all, features = {}, canSend = false }, actions) => {
  const namespace = { accounts: [{ caip10: 'eip155:1:0xa', type: 'eoa' }], caipNetworkId: 'eip155:1' }
  const widget = {
    views: { definition: (view: ViewName) => (views.includes(view) ? {} : undefined) },
    snapshot: () => ({ state: { features }, config: {} }),
    engine: {
      ctx: {
        config: {
          features,
          adapters: [{ namespace: 'eip155', facts: { actions: ['send', 'swap', 'buy'] } }],
          endpoints: { api: 'https://services.example' },
          networks: [{ caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'One' }],
        },
        remote: { getState: () => ({}) },
        connections: {
          getState: () => ({
            activeNamespace: 'eip155',
            active: { eip155: { connectionId: 'c', caip10: 'eip155:1:0xa' } },
            connections: [{ id: 'c', namespaces: { eip155: namespace } }],
            chosen: {},
          }),
        },
        live: {
          get: () => ({
            adapter: { swapping: () => undefined, ...(canSend && { sending: () => undefined }) },
            abilities: { transfer: () => undefined, sendCall: () => undefined },
          }),
        },
      },
    },
  }
  expect(accountActionsOf(widget as never)).toEqual(actions)
})
