import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { account, after, anyEvent, connection, part } from '../../fixtures/connections.ts'
import { type ConnectionsState, restoredConnections } from './connectionsState.ts'
import { connectionsTransition, snapshotOf } from './connectionsTransition.ts'
import { followSnapshot } from './followSnapshot.ts'

const empty = restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} })
const one = connection('one', { eip155: part(['0xa', '0xb']) })
const two = connection('two', { eip155: part(['0xc']), solana: part(['S1'], 'solana:1') })
const connected = (each: typeof one, namespace = 'eip155') =>
  ({ type: 'connected', connection: each, namespace }) as const
const run = (start: ConnectionsState, ...events: Parameters<typeof connectionsTransition>[1][]) =>
  after(connectionsTransition, start, ...events)

describe('F36: another tab', () => {
  it('connected: here it is unconfirmed until its wallet has said so', () => {
    const there = run(empty, connected(one))
    expect(followSnapshot(empty, snapshotOf(there))).toEqual({
      ...there,
      unconfirmed: ['one'],
      status: { eip155: 'connecting' },
    })
  })

  it('disconnected one of two: the other is in use', () => {
    const here = run(empty, connected(one), connected(two))
    const there = run(here, { type: 'disconnected', connectionId: 'two', namespace: 'eip155' })
    const state = followSnapshot(here, snapshotOf(there))
    expect(state.active.eip155).toEqual({ connectionId: 'one', caip10: account('0xa').caip10 })
    expect(state.status).toEqual({ eip155: 'connected', solana: 'connected' })
    expect(state.connections.find(({ id }) => id === 'two')?.namespaces).toEqual({
      solana: part(['S1'], 'solana:1'),
    })
  })

  it('disconnected all', () => {
    const here = run(empty, connected(one))
    const state = followSnapshot(here, { ...snapshotOf(empty), chosen: { eip155: 'eip155:5' } })
    expect(state).toMatchObject({ connections: [], active: {}, status: { eip155: 'disconnected' } })
    expect(state.chosen).toEqual({ eip155: 'eip155:5' })
  })

  it('two of a namespace ended in two tabs: no disconnected account stays active', () => {
    const many = connection('one', { eip155: part(['0xa']), solana: part(['S1'], 'solana:1') })
    const before = run(empty, connected(many), connected(two))
    const end = (connectionId: string, namespace: string) =>
      run(before, { type: 'disconnected', connectionId, namespace })
    const here = end('two', 'solana')
    const there = snapshotOf(end('one', 'solana'))
    const state = followSnapshot(here, {
      ...there,
      connections: there.connections.map(each =>
        each.id === 'two' ? connection('two', { solana: part(['S1'], 'solana:1') }) : each,
      ),
    })
    for (const [namespace, { connectionId }] of Object.entries(state.active)) {
      const owner = state.connections.find(({ id }) => id === connectionId)
      expect(Object.keys(owner?.namespaces ?? {})).toContain(namespace)
    }
    expect(state.status.solana).toBe('disconnected')
  })

  it('chose another account, which here is on another network meanwhile', () => {
    const before = run(empty, connected(one))
    const there = run(before, {
      type: 'accountChosen',
      namespace: 'eip155',
      active: { connectionId: 'one', caip10: account('0xb').caip10 },
    })
    const here = run(before, {
      type: 'networkChanged',
      connectionId: 'one',
      namespace: 'eip155',
      caipNetworkId: 'eip155:5',
    })
    expect(followSnapshot(here, snapshotOf(there)).active.eip155?.caip10).toBe('eip155:5:0xb')
  })

  it('a connection on the shelf here stays there, and goes when it ended in the other tab', () => {
    const here = run(empty, connected(one), { type: 'shelved', connectionId: 'one' })
    expect(followSnapshot(here, snapshotOf(here))).toBe(here)
    expect(followSnapshot(here, snapshotOf(empty)).shelved).toEqual([])
  })

  it('a wallet that is being asked here goes on being asked', () => {
    const here = run(empty, { type: 'connecting', namespace: 'eip155' })
    expect(followSnapshot(here, { ...snapshotOf(empty), activeNamespace: 'solana' }).status).toEqual({
      eip155: 'connecting',
    })
  })

  it('says the same twice: the state stays, so tabs do not answer each other for ever', () => {
    const states = fc.array(anyEvent, { maxLength: 12 }).map(events => run(empty, ...events))
    fc.assert(
      fc.property(states, states, (here, there) => {
        const snapshot = snapshotOf(there)
        const once = followSnapshot(here, snapshot)
        expect(followSnapshot(once, snapshot)).toBe(once)
        for (const [ns, { connectionId, caip10 }] of Object.entries(once.active)) {
          const owner = once.connections.find(({ id }) => id === connectionId)
          expect(owner?.namespaces[ns]?.accounts.map(each => each.caip10)).toContain(caip10)
        }
      }),
    )
  })
})
