import { expect, it, vi } from 'vitest'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition } from './connectionsTransition.ts'
import { dropNamespace } from './dropNamespace.ts'

it('forgets, stops watching, and reports once who ended it', () => {
  const facts = createFacts()
  const told = vi.fn()
  facts.on('disconnected', told)
  const connections = createMachine(
    restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
    connectionsTransition,
  )
  const one = connection('one', { eip155: part(['0xa']), solana: part(['S'], 'solana:1') })
  connections.dispatch({ type: 'connected', connection: one, namespace: 'eip155' })
  const live = createLiveProviders()
  const unwatch = vi.fn()
  live.set('one', 'eip155', { provider: {}, adapter: undefined as never, abilities: {}, unwatch })
  const ctx = { connections, facts, live } as unknown as EngineContext
  dropNamespace(ctx, 'one', 'eip155', 'wallet')
  dropNamespace(ctx, 'one', 'eip155', 'wallet')
  dropNamespace(ctx, 'nobody', 'eip155', 'app')
  expect(unwatch).toHaveBeenCalledOnce()
  expect(told).toHaveBeenCalledExactlyOnceWith({ connectionId: 'one', namespace: 'eip155', by: 'wallet' })
  expect(connections.getState().connections.map(each => Object.keys(each.namespaces))).toEqual([['solana']])
})

it('emits the replacement as restored only for a connection that could not be restored', () => {
  const facts = createFacts()
  const told: unknown[] = []
  facts.on('accountChanged', fact => told.push(fact))
  const one = connection('one')
  const other = connection('other', { eip155: part(['0xb']) })
  const third = connection('third', { eip155: part(['0xc']) })
  const connections = createMachine(
    restoredConnections({
      connections: [one, other, third],
      active: { eip155: { connectionId: 'one', caip10: 'eip155:1:0xa' } },
      activeNamespace: 'eip155',
      chosen: {},
    }),
    connectionsTransition,
  )
  connections.dispatch({ type: 'confirmed', connection: other })
  const ctx = { connections, facts, live: createLiveProviders() } as unknown as EngineContext
  dropNamespace(ctx, 'one', 'eip155', 'wallet')
  expect(told.splice(0)).toEqual([{ namespace: 'eip155', address: 'eip155:1:0xb', reconnected: true }])
  dropNamespace(ctx, 'other', 'eip155', 'app')
  expect(told).toEqual([{ namespace: 'eip155', address: 'eip155:1:0xc', reconnected: false }])
})
