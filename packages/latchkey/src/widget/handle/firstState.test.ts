import { expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { resolveConfig } from '../../engine/base/config.ts'
import { createLatchkey } from './createLatchkey.ts'
import { firstState } from './firstState.ts'

const caip10 = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const sound = {
  connections: [
    {
      id: 'c1',
      walletId: 'rdns:com.example.fox',
      transport: 'injected',
      wallet: { name: 'Fox' },
      namespaces: { eip155: { accounts: [{ caip10, address: caip10.slice(9) }], caipNetworkId: 'eip155:1' } },
    },
  ],
  active: { eip155: { connectionId: 'c1', caip10 } },
  activeNamespace: 'eip155',
  chosen: {},
}
const connection = sound.connections[0] as (typeof sound.connections)[number]
const withAccounts = (...more: readonly unknown[]) => ({
  ...sound,
  connections: [
    {
      ...connection,
      namespaces: {
        eip155: {
          ...connection.namespaces.eip155,
          accounts: [...connection.namespaces.eip155.accounts, ...more],
        },
      },
    },
  ],
})

function stateOf(data: unknown) {
  return createLatchkey({
    projectId: 'test',
    networks: [mainnet],
    adapters: [
      { namespace: 'eip155', discover: () => () => undefined, load: () => new Promise(() => undefined) },
    ],
    initialState: JSON.stringify({ v: 1, at: 0, data }),
  } as never).getServerState()
}

test('a sound snapshot is painted', () => {
  expect(stateOf(sound).accounts.eip155).toMatchObject({ caipAddress: caip10, status: 'connecting' })
})

test('SPEC §3 what was stored without the type of its connector is painted with it', () => {
  expect(stateOf(sound).connections[0]?.type).toBe('INJECTED')
})

test.each([
  ['an account that is nothing', withAccounts(null)],
  ['an account without an address', withAccounts({ caip10: 5 })],
  [
    'a network that is no id',
    {
      ...sound,
      connections: [
        { ...connection, namespaces: { eip155: { ...connection.namespaces.eip155, caipNetworkId: 5 } } },
      ],
    },
  ],
  ['a namespace that is no name', { ...sound, activeNamespace: {} }],
])('F33: %s gives the empty state, and throws nothing', (_name, data) => {
  expect(stateOf(data).accounts.eip155?.isConnected ?? false).toBe(false)
  expect(typeof stateOf(data).activeNamespace).toBe('string')
})

test('SPEC §6: the first state has no flag that a region restricts', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const features = { swaps: true, activity: true }
  const stateIn = (restrictedTimezones: readonly string[]) =>
    firstState(resolveConfig({ projectId: 'p1', features, restrictedTimezones })).features
  expect(stateIn([zone])).toEqual({ swaps: false, activity: true })
  expect(stateIn([])).toEqual(features)
})
