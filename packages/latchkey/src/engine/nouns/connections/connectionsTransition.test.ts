import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { account, after, anyConnection, anyEvent, connection, part } from '../../fixtures/connections.ts'
import { type ConnectionsState, restoredConnections } from './connectionsState.ts'
import { type ConnectionsEvent, connectionsTransition, snapshotOf } from './connectionsTransition.ts'
import { snapshotKey } from './snapshot.ts'

const empty = restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} })
const run = (start: ConnectionsState, ...events: readonly ConnectionsEvent[]) =>
  after(connectionsTransition, start, ...events)

const one = connection('one', { eip155: part(['0xa', '0xb']) })
const two = connection('two', { eip155: part(['0xc']), solana: part(['S1'], 'solana:1') })
const connected = (each: typeof one, namespace = 'eip155') =>
  ({ type: 'connected', connection: each, namespace }) as const
const active = (connectionId: string, address: string, chain?: string) => ({
  connectionId,
  caip10: account(address, chain).caip10,
})
const justOne = run(empty, connected(one))
const both = run(empty, connected(one), connected(two))
/** Painted from storage, not confirmed yet. */
const restored = restoredConnections(snapshotOf(both))

describe('connected', () => {
  it('adds the connection, makes its first account active, and moves to its namespace', () => {
    expect(both).toEqual({
      connections: [two, one],
      active: { eip155: active('two', '0xc'), solana: active('two', 'S1', 'solana:1') },
      status: { eip155: 'connected', solana: 'connected' },
      unconfirmed: [],
      shelved: [],
      activeNamespace: 'eip155',
      chosen: {},
    })
    expect(run(justOne, connected(two, 'solana')).activeNamespace).toBe('solana')
  })

  it('replaces a connection of the same id, namespaces that it lost included', () => {
    const less = connection('two', { eip155: part(['0xd']) })
    const state = run(both, connected(less))
    expect(state.connections).toEqual([less, one])
    expect(state.active).toEqual({ eip155: active('two', '0xd') })
    expect(state.status).toEqual({ eip155: 'connected', solana: 'disconnected' })
  })

  it('leaves the shelf, on which the others stay', () => {
    const shelved = run(justOne, { type: 'shelved', connectionId: 'one' })
    expect(run(shelved, connected(one)).shelved).toEqual([])
    expect(run(shelved, connected(two)).shelved).toEqual([one])
  })
})

describe('connecting', () => {
  it.each<[string, ConnectionsState, string | undefined, string]>([
    ['nothing there', empty, 'connecting', 'disconnected'],
    ['something connected', justOne, 'connecting', 'connected'],
    ['something restoring', restored, 'connecting', 'connecting'],
  ])('with %s, then ended', (_name, start, during, afterwards) => {
    const state = run(start, { type: 'connecting', namespace: 'eip155' })
    expect(state.status.eip155).toBe(during)
    expect(state.active).toBe(start.active)
    expect(run(state, { type: 'connectEnded', namespace: 'eip155' }).status.eip155).toBe(afterwards)
  })

  it('does not touch other namespaces', () => {
    expect(run(both, { type: 'connecting', namespace: 'solana' }).status.eip155).toBe('connected')
  })
})

describe('restored from a snapshot', () => {
  it('every namespace is connecting, nothing is confirmed', () => {
    expect(restored.status).toEqual({ eip155: 'connecting', solana: 'connecting' })
    expect(restored.unconfirmed).toEqual(['two', 'one'])
  })

  it('confirmed: connected, with the account the visitor had chosen if it is still shared', () => {
    const chosen = run(justOne, { type: 'accountChosen', namespace: 'eip155', active: active('one', '0xb') })
    const painted = restoredConnections(snapshotOf(chosen))
    const moved = connection('one', { eip155: part(['0xa', '0xb'], 'eip155:5') })
    const state = run(painted, { type: 'confirmed', connection: moved })
    expect(state.active.eip155).toEqual(active('one', '0xb', 'eip155:5'))
    expect(state.status.eip155).toBe('connected')
    expect(state.unconfirmed).toEqual([])
    const without = connection('one', { eip155: part(['0xa']) })
    expect(run(painted, { type: 'confirmed', connection: without }).active.eip155).toEqual(
      active('one', '0xa'),
    )
  })

  it('confirmed without one of its namespaces: that one is disconnected', () => {
    const less = connection('two', { solana: part(['S1'], 'solana:1') })
    const state = run(restoredConnections(snapshotOf(run(empty, connected(two)))), {
      type: 'confirmed',
      connection: less,
    })
    expect(state.active).toEqual({ solana: active('two', 'S1', 'solana:1') })
    expect(state.status).toEqual({ eip155: 'disconnected', solana: 'connected' })
  })

  it('a connection that is not the active one is confirmed without changing the active one', () => {
    const state = run(restored, { type: 'confirmed', connection: one })
    expect(state.active).toEqual(restored.active)
    expect(state.status).toEqual(restored.status)
    expect(state.unconfirmed).toEqual(['two'])
  })

  it('confirming an unknown connection changes nothing', () => {
    expect(run(justOne, { type: 'confirmed', connection: two })).toBe(justOne)
  })
})

describe('disconnected', () => {
  it('takes one namespace away; the connection goes with its last one', () => {
    const state = run(both, { type: 'disconnected', connectionId: 'two', namespace: 'solana' })
    expect(state.connections.map(each => Object.keys(each.namespaces))).toEqual([['eip155'], ['eip155']])
    expect(state.active.solana).toBeUndefined()
    expect(state.status.solana).toBe('disconnected')
    const gone = run(state, { type: 'disconnected', connectionId: 'two', namespace: 'eip155' })
    expect(gone.connections).toEqual([one])
  })

  it('another connection of the namespace becomes active', () => {
    const state = run(both, { type: 'disconnected', connectionId: 'two', namespace: 'eip155' })
    expect(state.active.eip155).toEqual(active('one', '0xa'))
    expect(state.status.eip155).toBe('connected')
  })

  it('… and is connecting while it is not confirmed', () => {
    const state = run(
      restored,
      { type: 'confirmed', connection: two },
      { type: 'disconnected', connectionId: 'two', namespace: 'eip155' },
    )
    expect(state.active.eip155).toEqual(active('one', '0xa'))
    expect(state.status.eip155).toBe('connecting')
  })

  it('one that is not active leaves the active one', () => {
    const state = run(both, { type: 'disconnected', connectionId: 'one', namespace: 'eip155' })
    expect(state.active).toBe(both.active)
    expect(state.connections).toEqual([two])
  })

  it('remembers the network the namespace was on', () => {
    const moved = run(justOne, {
      type: 'networkChanged',
      connectionId: 'one',
      namespace: 'eip155',
      caipNetworkId: 'eip155:5',
    })
    expect(run(moved, { type: 'disconnected', connectionId: 'one', namespace: 'eip155' }).chosen).toEqual({
      eip155: 'eip155:5',
    })
  })
})

describe('accounts', () => {
  const change = (connectionId: string, ...addresses: readonly string[]) =>
    ({
      type: 'accountsChanged',
      connectionId,
      namespace: 'eip155',
      accounts: part(addresses).accounts,
    }) as const

  it('the first of the wallet becomes active', () => {
    const state = run(justOne, change('one', '0xb', '0xa'))
    expect(state.active.eip155).toEqual(active('one', '0xb'))
    expect(state.connections[0]?.namespaces.eip155?.accounts).toEqual(part(['0xb', '0xa']).accounts)
  })

  it('the one in use stays where the wallet means none, while it is shared', () => {
    const chosen = run(justOne, { type: 'accountChosen', namespace: 'eip155', active: active('one', '0xb') })
    const keeps = (...addresses: readonly string[]) =>
      run(chosen, { ...change('one', ...addresses), keepsActive: true }).active.eip155
    expect(keeps('0xc', '0xa', '0xb')).toEqual(active('one', '0xb'))
    expect(keeps('0xc', '0xa')).toEqual(active('one', '0xc'))
  })

  it('of an inactive connection do not change the active one', () => {
    const state = run(both, change('one', '0xd'))
    expect(state.active).toBe(both.active)
    expect(state.connections[1]?.namespaces.eip155?.accounts).toEqual(part(['0xd']).accounts)
  })

  it.each([
    ['none', change('one')],
    ['of an unknown connection', change('nobody', '0xd')],
  ])('%s: nothing changes', (_name, event) => {
    expect(run(justOne, event)).toBe(justOne)
  })

  it('one is chosen among those that are there', () => {
    const choose = (...of: Parameters<typeof active>) =>
      ({ type: 'accountChosen', namespace: 'eip155', active: active(...of) }) as const
    expect(run(both, choose('one', '0xb')).active.eip155).toEqual(active('one', '0xb'))
    expect(run(restored, { type: 'confirmed', connection: two }, choose('one', '0xb')).status.eip155).toBe(
      'connecting',
    )
    for (const bad of [
      choose('one', '0xc'),
      choose('nobody', '0xa'),
      choose('one', '0xa', 'eip155:5'),
      choose('two', '0xc'),
    ]) {
      expect(run(both, bad)).toBe(both)
    }
  })
})

describe('networks', () => {
  const change = (connectionId: string, caipNetworkId: `${string}:${string}`) =>
    ({ type: 'networkChanged', connectionId, namespace: 'eip155', caipNetworkId }) as const

  it('moves the accounts along', () => {
    const state = run(justOne, change('one', 'eip155:5'))
    expect(state.connections[0]?.namespaces.eip155).toEqual(part(['0xa', '0xb'], 'eip155:5'))
    expect(state.active.eip155).toEqual(active('one', '0xa', 'eip155:5'))
  })

  it('keeps the account that the visitor is in by its key, where addresses are written differently', () => {
    const keyed = (id: `${string}:${string}`, ...addresses: readonly string[]) => {
      const { accounts } = part(addresses, id)
      return accounts.map((each, at) => ({ ...each, publicKey: `key ${at}` }))
    }
    const home = { caipNetworkId: 'eip155:1', accounts: keyed('eip155:1', '0xa', '0xb') } as const
    const away = keyed('eip155:5', '0xc', '0xd')
    const chosen = run(empty, connected(connection('one', { eip155: home })), {
      type: 'accountChosen',
      namespace: 'eip155',
      active: active('one', '0xb'),
    })
    const state = run(chosen, { ...change('one', 'eip155:5'), accounts: away })
    expect(state.connections[0]?.namespaces.eip155).toEqual({ caipNetworkId: 'eip155:5', accounts: away })
    expect(state.active.eip155).toEqual(active('one', '0xd', 'eip155:5'))
    // What is stored is painted by the next load, and confirmed by the same addresses.
    const painted = restoredConnections(snapshotOf(state))
    const again = connection('one', { eip155: { caipNetworkId: 'eip155:5', accounts: away } })
    expect(run(painted, { type: 'confirmed', connection: again }).active).toEqual(state.active)
    // Without keys, the same place among as many; else the wallet's first.
    const bare = (...addresses: readonly string[]) =>
      run(chosen, { ...change('one', 'eip155:5'), accounts: part(addresses, 'eip155:5').accounts }).active
    expect(bare('0xc', '0xd').eip155).toEqual(active('one', '0xd', 'eip155:5'))
    expect(bare('0xc', '0xd', '0xe').eip155).toEqual(active('one', '0xc', 'eip155:5'))
  })

  it('of another connection leaves the active one', () => {
    const state = run(both, change('one', 'eip155:5'))
    expect(state.active).toBe(both.active)
  })

  it.each([change('one', 'eip155:1'), change('nobody', 'eip155:5')])('%j: nothing changes', event => {
    expect(run(justOne, event)).toBe(justOne)
  })

  it('one is chosen while nothing is connected', () => {
    expect(
      run(empty, { type: 'networkChosen', namespace: 'eip155', caipNetworkId: 'eip155:5' }).chosen,
    ).toEqual({ eip155: 'eip155:5' })
  })
})

describe('the shelf', () => {
  const shelved = run(both, { type: 'shelved', connectionId: 'two' })

  it('keeps the whole connection, out of use', () => {
    expect(shelved.shelved).toEqual([two])
    expect(shelved.connections).toEqual([one])
    expect(shelved.active).toEqual({ eip155: active('one', '0xa') })
    expect(shelved.status).toEqual({ eip155: 'connected', solana: 'disconnected' })
  })

  it('is stored with the rest, active where nothing newer is', () => {
    expect(snapshotOf(shelved)).toMatchObject({
      connections: [one, two],
      active: { eip155: active('one', '0xa'), solana: active('two', 'S1', 'solana:1') },
    })
  })

  it('keeps the account that was in use, for its return and for the next load', () => {
    const three = connection('three', { eip155: part(['0xc', '0xd']) })
    const chosen = run(empty, connected(three), {
      type: 'accountChosen',
      namespace: 'eip155',
      active: active('three', '0xd'),
    })
    const laid = run(chosen, { type: 'shelved', connectionId: 'three' })
    expect(laid.shelved).toEqual([connection('three', { eip155: part(['0xd', '0xc']) })])
    expect(snapshotOf(laid).active).toEqual({ eip155: active('three', '0xd') })
  })

  it('is left by unshelving', () => {
    expect(run(shelved, { type: 'unshelved', connectionId: 'two' }).shelved).toEqual([])
    expect(run(shelved, { type: 'unshelved', connectionId: 'nobody' })).toBe(shelved)
    expect(run(shelved, { type: 'shelved', connectionId: 'nobody' })).toBe(shelved)
  })
})

it('choosing a namespace changes nothing else', () => {
  expect(run(both, { type: 'namespaceChosen', namespace: 'solana' })).toEqual({
    ...both,
    activeNamespace: 'solana',
  })
  expect(run(both, { type: 'namespaceChosen', namespace: 'eip155' })).toBe(both)
})

describe('after any events', () => {
  const history = fc.tuple(
    fc.array(anyConnection, { maxLength: 3 }),
    fc.boolean(),
    fc.array(anyEvent, { maxLength: 20 }),
  )

  function play([connections, isRestored, events]: typeof history extends fc.Arbitrary<infer T> ? T : never) {
    const start = run(empty, ...connections.map(each => connected(each, Object.keys(each.namespaces)[0])))
    return run(isRestored ? restoredConnections(snapshotOf(start)) : start, ...events)
  }

  it('the active account belongs to a connection that is there', () => {
    fc.assert(
      fc.property(history, past => {
        const state = play(past)
        for (const [ns, { connectionId, caip10 }] of Object.entries(state.active)) {
          const owner = state.connections.find(each => each.id === connectionId)
          expect(owner?.namespaces[ns]?.accounts.map(each => each.caip10)).toContain(caip10)
        }
      }),
    )
  })

  it('connected means active and confirmed, disconnected means nothing is active', () => {
    fc.assert(
      fc.property(history, past => {
        const { status, active: inUse, unconfirmed } = play(past)
        for (const [ns, value] of Object.entries(status)) {
          const owner = inUse[ns]?.connectionId
          if (value === 'connected')
            expect([owner !== undefined, unconfirmed.includes(owner ?? '')]).toEqual([true, false])
          if (value === 'disconnected') expect(owner).toBeUndefined()
        }
        for (const ns of Object.keys(inUse)) expect(status[ns]).not.toBe(undefined)
      }),
    )
  })

  it('each connection is there once, in use or on the shelf, and only existing ones are unconfirmed', () => {
    fc.assert(
      fc.property(history, past => {
        const { connections, shelved, unconfirmed } = play(past)
        const ids = [...connections, ...shelved].map(each => each.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of unconfirmed) expect(connections.map(each => each.id)).toContain(id)
        for (const each of [...connections, ...shelved]) expect(Object.keys(each.namespaces)).not.toEqual([])
      }),
    )
  })

  it('a stored state comes back as it was', () => {
    fc.assert(
      fc.property(history, past => {
        const stored = snapshotOf(play(past))
        expect(snapshotKey.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
      }),
    )
  })

  it('no event mutates a state', () => {
    fc.assert(
      fc.property(history, anyEvent, (past, event) => {
        const state = play(past)
        const before = JSON.stringify(state)
        run(state, event)
        expect(JSON.stringify(state)).toBe(before)
      }),
    )
  })
})
