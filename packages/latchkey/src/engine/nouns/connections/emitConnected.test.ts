import { expect, it } from 'vitest'
import type { Network } from '../../../contract/network.ts'
import { createFacts } from '../../base/facts.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { connection, part } from '../../fixtures/connections.ts'
import type { ActiveAccount } from './connectionsState.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition } from './connectionsTransition.ts'
import { emitConnected } from './emitConnected.ts'

const one = connection('one', { eip155: part(['0xa', '0xb']) })
const two = connection('two', { eip155: part(['0xc', '0xd'], 'eip155:137') })

function emitted(which: typeof one, used: ActiveAccount): unknown[] {
  const facts = createFacts()
  const told: unknown[] = []
  facts.on('connected', ({ address }) => told.push(address))
  facts.on('networkChanged', fact => told.push(fact))
  const stored = { connections: [one, two], active: { eip155: used }, activeNamespace: 'eip155', chosen: {} }
  const connections = createMachine(restoredConnections(stored), connectionsTransition)
  const networks = [{ caipNetworkId: 'eip155:1' }] as unknown as readonly Network[]
  emitConnected({ facts, connections, config: { networks } } as EngineContext, which, 'eip155', true)
  return told
}

it('names the account that the visitor had chosen', () => {
  expect(emitted(one, { connectionId: 'one', caip10: 'eip155:1:0xb' })).toEqual(['eip155:1:0xb'])
})

it('names the first account of a wallet that is not in use, and says nothing of its network', () => {
  expect(emitted(two, { connectionId: 'one', caip10: 'eip155:1:0xb' })).toEqual(['eip155:137:0xc'])
})

it('reports the network of the wallet in use when the host does not list it', () => {
  expect(emitted(two, { connectionId: 'two', caip10: 'eip155:137:0xd' })).toEqual([
    'eip155:137:0xd',
    { namespace: 'eip155', caipNetworkId: 'eip155:137', supported: false },
  ])
})
