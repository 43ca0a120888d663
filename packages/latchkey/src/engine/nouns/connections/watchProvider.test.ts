import { beforeEach, describe, expect, test } from 'vitest'
import type { ChainAdapter, ProviderChange } from '../../../contract/adapter.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { account, connection, part } from '../../fixtures/connections.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition, snapshotOf } from './connectionsTransition.ts'
import { watchProvider } from './watchProvider.ts'

const [here, there] = ['eip155:1', 'eip155:5'] as const
const keyed = (chain: string, ...addresses: readonly string[]) =>
  addresses.map((address, at) => ({ ...account(address, chain), publicKey: `key ${at}` }))

function setUp() {
  const facts = createFacts()
  const told: object[] = []
  facts.on('accountChanged', ({ address }) => told.push({ address }))
  facts.on('networkChanged', ({ caipNetworkId, supported }) => told.push({ caipNetworkId, supported }))
  const stored = {
    connections: [
      connection('one', { eip155: { accounts: keyed(here, '0xa', '0xb'), caipNetworkId: here } }),
    ],
    active: { eip155: { connectionId: 'one', caip10: `${here}:0xb` } },
    activeNamespace: 'eip155',
    chosen: {},
  } as const
  const ctx = {
    config: { networks: [{ caipNetworkId: here }, { caipNetworkId: there }] },
    facts,
    connections: createMachine(restoredConnections(stored), connectionsTransition),
    live: createLiveProviders(),
  } as unknown as EngineContext
  let report: (change: ProviderChange) => void = () => undefined
  const adapter = {
    watch(_provider: unknown, changed: typeof report) {
      report = changed
      return () => undefined
    },
  } as unknown as ChainAdapter
  let ended = 0
  watchProvider(ctx, 'one', 'eip155', { provider: {}, adapter, abilities: {} }, () => {
    ended++
  })
  return { ctx, told, report: (change: ProviderChange) => report(change), ended: () => ended }
}

let shop: ReturnType<typeof setUp>
beforeEach(() => {
  shop = setUp()
})

describe('a network where addresses are written differently', () => {
  test('comes with the addresses, in one step of the state, and is stored so', () => {
    const { ctx, told, report } = shop
    const steps: unknown[] = []
    ctx.connections.subscribe(() => steps.push(ctx.connections.getState().active.eip155?.caip10))
    report({ type: 'network', caipNetworkId: there, accounts: keyed(there, '0xc', '0xd') })
    expect(steps).toEqual([`${there}:0xd`])
    expect(told).toEqual([{ caipNetworkId: there, supported: true }, { address: `${there}:0xd` }])
    expect(snapshotOf(ctx.connections.getState())).toMatchObject({
      active: { eip155: { caip10: `${there}:0xd` } },
      connections: [
        { namespaces: { eip155: { caipNetworkId: there, accounts: keyed(there, '0xc', '0xd') } } },
      ],
    })
  })

  test('said again, as the end of a switch does, changes and reports nothing', () => {
    const { told, report } = shop
    report({ type: 'network', caipNetworkId: there, accounts: keyed(there, '0xc', '0xd') })
    told.splice(0)
    report({ type: 'network', caipNetworkId: there })
    expect(told).toEqual([])
  })
})

test('a network where the addresses are the same reports no other account', () => {
  shop.report({ type: 'network', caipNetworkId: there })
  expect(shop.told).toEqual([{ caipNetworkId: there, supported: true }])
})

test('accounts of a wallet without an active one leave the one in use', () => {
  const { accounts } = part(['0xa', '0xb', '0xc'])
  shop.report({ type: 'accounts', accounts, keepsActive: true })
  expect(shop.told).toEqual([])
  shop.report({ type: 'accounts', accounts })
  expect(shop.told).toEqual([{ address: `${here}:0xa` }])
})

test('a disconnect ends the connection', () => {
  shop.report({ type: 'disconnected' })
  expect(shop.ended()).toBe(1)
})
