import { expect, it } from 'vitest'
import { createFacts } from '../../base/facts.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { account, after, connection, part } from '../../fixtures/connections.ts'
import { type ConnectionChoice, chooseConnection } from './chooseConnection.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition } from './connectionsTransition.ts'

const mixed = account('0xAb')
const one = connection('one', { eip155: { ...part(['0xa']), accounts: [account('0xa'), mixed] } })
const two = connection('two', {
  eip155: part(['0xc'], 'eip155:5'),
  solana: part(['S1', 's1'], 'solana:1'),
})

function setUp() {
  const empty = restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} })
  const state = after(
    connectionsTransition,
    empty,
    { type: 'connected', connection: two, namespace: 'eip155' },
    { type: 'connected', connection: one, namespace: 'eip155' },
  )
  const facts = createFacts()
  const told: unknown[] = []
  for (const type of ['accountChanged', 'networkChanged'] as const) facts.on(type, fact => told.push(fact))
  const connections = createMachine(state, connectionsTransition)
  const ctx = { connections, facts, config: { networks: [] } } as unknown as EngineContext
  return { connections, told, choose: (choice: ConnectionChoice) => chooseConnection(ctx, choice) }
}

it('another connection is in use from then on, and its network is reported where it is another one', () => {
  const { choose, connections, told } = setUp()
  expect(choose({ connectionId: 'two' })).toBe('eip155')
  expect(connections.getState().active.eip155).toEqual({ connectionId: 'two', caip10: 'eip155:5:0xc' })
  expect(told).toEqual([
    { namespace: 'eip155', address: 'eip155:5:0xc' },
    { namespace: 'eip155', caipNetworkId: 'eip155:5', supported: false },
  ])
})

it.each<[string, ConnectionChoice, string, string]>([
  ['another account of the same one', { connectionId: 'one', address: '0xAb' }, 'eip155', '0xAb'],
  ['in other capitals', { connectionId: 'one', address: '0xaB' }, 'eip155', '0xAb'],
  ['the namespace of the address', { connectionId: 'two', address: 's1' }, 'solana', 's1'],
  ['the namespace that is named', { connectionId: 'two', namespace: 'solana' }, 'solana', 'S1'],
])('%s', (_name, choice, namespace, address) => {
  const { choose, connections } = setUp()
  expect(choose(choice)).toBe(namespace)
  expect(connections.getState().active[namespace]?.caip10.split(':')[2]).toBe(address)
})

it('the one in use already: nothing is reported', () => {
  const { choose, told } = setUp()
  expect(choose({ connectionId: 'one' })).toBe('eip155')
  expect(told).toEqual([])
})

it.each<[string, ConnectionChoice, string]>([
  ['an unknown connection', { connectionId: 'three' }, 'NOT_CONNECTED'],
  ['a namespace that it has not', { connectionId: 'one', namespace: 'solana' }, 'NOT_CONNECTED'],
  ['an address that it has not', { connectionId: 'one', address: '0xc' }, 'INVALID_CAIP_ADDRESS'],
  [
    'capitals that matter',
    { connectionId: 'two', address: 'S2', namespace: 'solana' },
    'INVALID_CAIP_ADDRESS',
  ],
])('%s is an error, and nothing changes', (_name, choice, code) => {
  const { choose, connections, told } = setUp()
  const before = connections.getState()
  expect(() => choose(choice)).toThrow(expect.objectContaining({ code }))
  expect(connections.getState()).toBe(before)
  expect(told).toEqual([])
})
