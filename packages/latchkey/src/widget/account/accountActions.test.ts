import { expect, test } from 'vitest'
import type { ViewName } from '../../contract/views.ts'
import { type AccountAction, accountActionsOf } from './accountActions.ts'

interface Case {
  readonly views?: readonly ViewName[]
  readonly features?: Readonly<Record<string, unknown>>
  readonly canSend?: boolean
  readonly isEmbedded?: boolean
  readonly hasActivity?: boolean
}

const all: readonly ViewName[] = ['FundWallet', 'WalletReceive', 'WalletSend', 'Swap', 'OnRampProviders']

const table: readonly (readonly [what: string, given: Case, actions: readonly AccountAction[]])[] = [
  ['a plain wallet', { canSend: true, hasActivity: true }, ['fund', 'send', 'activity']],
  ['with swaps on', { canSend: true, features: { swaps: true } }, ['fund', 'swaps', 'send']],
  [
    'with swaps on, in a build without the view',
    { views: ['WalletSend'], features: { swaps: true }, canSend: true },
    ['send'],
  ],
  ['that cannot send', { canSend: false }, ['fund']],
  ['with receive off there is no way to fund', { features: { receive: false }, canSend: true }, ['send']],
  ['an embedded wallet', { isEmbedded: true, canSend: true }, ['receive', 'send']],
  [
    'an embedded wallet with all on, in the default order',
    { isEmbedded: true, canSend: true, features: { onramp: true, swaps: true } },
    ['onramp', 'swaps', 'receive', 'send'],
  ],
  [
    "the host's order, with what it left out behind",
    {
      isEmbedded: true,
      canSend: true,
      features: { onramp: true, walletFeaturesOrder: ['send', 'nonsense', 'send'] },
    },
    ['send', 'onramp', 'receive'],
  ],
]

test.each(table)('%s', (_, { views = all, features = {}, canSend = false, ...account }, actions) => {
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
  const { isEmbedded = false, hasActivity = false } = account
  expect(accountActionsOf(widget as never, { isEmbedded, hasActivity })).toEqual(actions)
})
