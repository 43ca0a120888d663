import { describe, expect, test } from 'vitest'
import type { ViewName } from '../../contract/views.ts'
import { decideOpening, type OpeningRequest, type OpeningSituation } from './decideOpening.ts'

interface Now {
  readonly connected?: readonly string[]
  readonly stranded?: readonly string[]
  readonly views?: readonly ViewName[]
  readonly phone?: boolean
  readonly manual?: boolean
  readonly adapters?: boolean
  readonly basic?: boolean
  readonly owes?: boolean
}

const pairing: readonly ViewName[] = ['AllWallets', 'ConnectingWalletConnectBasic']
const here: readonly ViewName[] = ['Connect', 'Account', 'Networks', 'UnsupportedChain', 'SwitchNetwork']

function situation(now: Now): OpeningSituation {
  const { connected = [], stranded = [], views = here } = now
  return {
    activeNamespace: 'eip155',
    hasAdapters: now.adapters ?? true,
    manualPairing: now.manual ?? false,
    basic: now.basic ?? false,
    phone: now.phone ?? false,
    isConnected: namespace => connected.includes(namespace),
    owesSignIn: () => now.owes ?? false,
    isStranded: namespace => stranded.includes(namespace),
    isRegistered: view => views.includes(view),
    needsConnection: view => view === 'Account' || view === 'SwitchNetwork',
  }
}

const on = ['eip155']
const owing: Now = { connected: on, owes: true, views: [...here, 'SIWXSignMessage', 'ApproveTransaction'] }
const withPairing = [...here, ...pairing]

const table: readonly (readonly [rule: string, request: OpeningRequest, now: Now, expected: string])[] = [
  ['nobody connected: Connect', {}, {}, 'Connect'],
  ['connected: Account', {}, { connected: on }, 'Account'],
  ['an explicit view is shown', { view: 'Networks' }, {}, 'Networks'],
  ['also when connected', { view: 'Networks' }, { connected: on }, 'Networks'],
  ['an explicit Connect is shown to a connected visitor', { view: 'Connect' }, { connected: on }, 'Connect'],
  ['a view that needs a connection leads to Connect without one', { view: 'SwitchNetwork' }, {}, 'Connect'],
  ['Account without a connection is Connect', { view: 'Account' }, {}, 'Connect'],
  ['a view that no room brings is passed over', { view: 'Swap' }, { connected: on }, 'Account'],
  [
    'an owed signature whose view no room brings is passed over',
    {},
    { connected: on, owes: true },
    'Account',
  ],
  [
    'a network that is not listed is passed over when no room brings its view',
    {},
    { connected: on, stranded: on, views: ['Connect', 'Account'] },
    'Account',
  ],
  ['another namespace is switched to first', { namespace: 'solana' }, { connected: on }, 'solana:Connect'],
  ['connected there: Account', { namespace: 'solana' }, { connected: ['solana'] }, 'solana:Account'],
  ['the active namespace stays the active one', { namespace: 'eip155' }, { connected: on }, 'Account'],
  [
    'switching comes before an explicit view',
    { namespace: 'solana', view: 'Networks' },
    {},
    'solana:Networks',
  ],
  [
    'manual pairing: the pairing view',
    {},
    { manual: true, views: withPairing },
    'ConnectingWalletConnectBasic',
  ],
  [
    'manual pairing on a phone: AllWallets',
    {},
    { manual: true, phone: true, views: withPairing },
    'AllWallets',
  ],
  [
    'manual pairing comes before an explicit view',
    { view: 'Networks' },
    { manual: true, views: withPairing },
    'ConnectingWalletConnectBasic',
  ],
  [
    'manual pairing even when connected',
    {},
    { manual: true, connected: on, views: withPairing },
    'ConnectingWalletConnectBasic',
  ],
  [
    'no adapters and nobody connected: the pairing view',
    {},
    { adapters: false, views: withPairing },
    'ConnectingWalletConnectBasic',
  ],
  [
    'no adapters on a phone: AllWallets',
    {},
    { adapters: false, phone: true, views: withPairing },
    'AllWallets',
  ],
  [
    'no adapters, but connected: Account',
    {},
    { adapters: false, connected: on, views: withPairing },
    'Account',
  ],
  [
    'basic: the pairing view is Connect',
    {},
    { basic: true, views: withPairing },
    'ConnectingWalletConnectBasic',
  ],
  [
    'basic on a phone: AllWallets',
    { view: 'Connect' },
    { basic: true, phone: true, views: withPairing },
    'AllWallets',
  ],
  ['basic and connected: Account', {}, { basic: true, connected: on, views: withPairing }, 'Account'],
  ['basic without a relay: Connect', {}, { basic: true }, 'Connect'],
  ['while no room brings pairing: Connect', {}, { manual: true }, 'Connect'],
  ['no adapters and no pairing: Connect', {}, { adapters: false }, 'Connect'],
  [
    'on an unsupported network: UnsupportedChain instead of Account',
    {},
    { connected: on, stranded: on },
    'UnsupportedChain',
  ],
  ['also for an explicit Account', { view: 'Account' }, { connected: on, stranded: on }, 'UnsupportedChain'],
  [
    'but not for a view where the network can be changed',
    { view: 'Networks' },
    { connected: on, stranded: on },
    'Networks',
  ],
  ['who has to sign in does so first', { view: 'Networks' }, owing, 'SIWXSignMessage'],
  [
    'but for what a wallet of our own asks, without which nobody signs',
    { view: 'ApproveTransaction' },
    { ...owing, manual: true },
    'ApproveTransaction',
  ],
]

describe('decideOpening', () => {
  test.each(table)('%s', (_rule, request, now, expected) => {
    const { view, namespace } = decideOpening(request, situation(now))
    expect(namespace === 'eip155' ? view : `${namespace}:${view}`).toBe(expected)
  })

  test('an explicit view takes its data along, another view does not', () => {
    const data = { caipNetworkId: 'eip155:1' }
    expect(decideOpening({ view: 'SwitchNetwork', data }, situation({ connected: on })).data).toBe(data)
    expect(decideOpening({ view: 'SwitchNetwork', data }, situation({})).data).toBeUndefined()
  })
})
