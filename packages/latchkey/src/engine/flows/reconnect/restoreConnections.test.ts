import { describe, expect, test, vi } from 'vitest'
import type { Connection } from '../../../contract/connection.ts'
import { limits } from '../../../contract/limits.ts'
import { createFakePairing } from '../../../widget/fixtures/createFakePairing.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createRestoring } from './fixtures/createRestoring.ts'

const one = connection('one')
const two = connection('two', { eip155: part(['0xb']) })
const active = { eip155: { connectionId: 'one', caip10: 'eip155:1:0xa' } } as const

function setUp(features = {}, connections = [one]) {
  const clock = createFakeClock()
  const restoring = createRestoring({ clock, connections, active, features })
  return { ...restoring, pastGrace: () => clock.reach(limits.reconnectGrace) }
}

/** Whatever an answer leads to has happened. */
const settled = () => new Promise(resolve => setTimeout(resolve, 20))

describe('a connection that ended meanwhile stays ended', () => {
  test('here, while its wallet was being asked', async () => {
    const { engine, announce, isAsked, answer, state, stored, told } = setUp()
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    await engine.disconnect()
    answer(one)
    await settled()
    expect(state()).toMatchObject({ connections: [], shelved: [], status: { eip155: 'disconnected' } })
    expect(engine.ctx.live.get('one', 'eip155')).toBeUndefined()
    expect(await stored()).toEqual([])
    expect(told).toEqual([{ type: 'disconnected', connectionId: 'one', namespace: 'eip155', by: 'app' }])
    engine.destroy()
  })

  test('here, while it was laid aside', async () => {
    const { engine, announce, isAsked, answer, pastGrace, state, stored, told } = setUp()
    await pastGrace()
    expect(state().shelved).toEqual([one])
    await engine.disconnect()
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    answer(one)
    await settled()
    expect(state()).toMatchObject({ connections: [], shelved: [], active: {} })
    expect(await stored()).toEqual([])
    expect(told).toEqual([])
    engine.destroy()
  })

  test('in another tab', async () => {
    const { engine, announce, isAsked, answer, state } = setUp()
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    const ended = { ...state(), connections: [], active: {}, unconfirmed: [], status: {} }
    engine.ctx.connections.dispatch({ type: 'followed', state: ended })
    answer(one)
    await settled()
    expect(state().connections).toEqual([])
    expect(engine.ctx.live.get('one', 'eip155')).toBeUndefined()
    engine.destroy()
  })

  test('in one of its namespaces', async () => {
    const both = connection('one', { eip155: part(['0xa']), solana: part(['S'], 'solana:1') })
    const { engine, announce, isAsked, answer, state } = setUp({}, [both])
    announce(both)
    await vi.waitUntil(() => isAsked(both) && isAsked(both, 'solana'))
    await engine.disconnect({ namespace: 'solana' })
    answer(both)
    answer(both, 'solana')
    await settled()
    expect(state()).toMatchObject({ connections: [{ id: 'one' }], status: { eip155: 'connected' } })
    expect(Object.keys(state().connections[0]?.namespaces ?? {})).toEqual(['eip155'])
    expect(engine.ctx.live.get('one', 'solana')).toBeUndefined()
    engine.destroy()
  })
})

describe('a wallet that comes after its time', () => {
  test('takes its place again', async () => {
    const { engine, announce, isAsked, answer, pastGrace, state } = setUp()
    await pastGrace()
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    answer(one)
    await settled()
    expect(state()).toMatchObject({ connections: [one], shelved: [], active })
    engine.destroy()
  })

  test('comes back with the namespaces that it still has', async () => {
    const both = connection('one', { eip155: part(['0xa']), solana: part(['S'], 'solana:1') })
    const { engine, announce, isAsked, answer, pastGrace, state } = setUp({}, [both])
    await pastGrace()
    announce(both)
    await vi.waitUntil(() => isAsked(both) && isAsked(both, 'solana'))
    answer(both, 'solana', {})
    answer(both)
    await settled()
    expect(state()).toMatchObject({ connections: [one], shelved: [] })
    engine.destroy()
  })

  test('is forgotten when it answers "not authorised"', async () => {
    const { engine, announce, isAsked, answer, pastGrace, state, stored } = setUp()
    await pastGrace()
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    answer(one, 'eip155', {})
    await settled()
    expect(state()).toMatchObject({ connections: [], shelved: [] })
    expect(await stored()).toEqual([])
    engine.destroy()
  })

  test('has its chosen account again', async () => {
    const many = connection('one', { eip155: part(['0xf', '0xa']) })
    const { engine, announce, isAsked, answer, pastGrace, state } = setUp({}, [many])
    await pastGrace()
    announce(many)
    await vi.waitUntil(() => isAsked(many))
    answer(many)
    await settled()
    expect(state().active).toEqual(active)
    engine.destroy()
  })

  test('stands beside the one in use where several may be connected', async () => {
    const { engine, announce, isAsked, answer, pastGrace, state, stored, told } = setUp(
      { multiWallet: true },
      [one, two],
    )
    announce(two)
    await vi.waitUntil(() => isAsked(two))
    answer(two)
    await settled()
    await pastGrace()
    expect(state()).toMatchObject({ connections: [two], shelved: [one] })
    announce(one)
    await vi.waitUntil(() => isAsked(one))
    answer(one)
    await settled()
    expect(state()).toMatchObject({ connections: [two, one], shelved: [], unconfirmed: [] })
    expect(state().active.eip155?.connectionId).toBe('two')
    expect(engine.ctx.live.get('one', 'eip155')).toBeDefined()
    expect(await stored()).toEqual(['two', 'one'])
    expect(told).toContainEqual(expect.objectContaining({ connectionId: 'one', reconnected: true }))
    engine.destroy()
  })

  test('is given up where only one may be connected; a session ends at its wallet too', async () => {
    const topic = 'ab'.repeat(32)
    const paired = { ...connection(topic), transport: 'pairing' as const }
    const clock = createFakeClock()
    const sessions = createFakePairing({ clock, provider: () => walletOf(paired, 'eip155').provider })
    sessions.store({
      topic,
      peer: { name: 'Otter', description: '', icons: [] },
      namespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [], accounts: ['eip155:1:0xa'] } },
      expiresAt: 9e12,
      disableDeepLink: false,
    })
    const { engine, announce, isAsked, answer, state, stored, walletOf } = createRestoring({
      clock,
      connections: [paired, two],
      active: { eip155: { connectionId: topic, caip10: 'eip155:1:0xa' } },
      sessions,
    })
    announce(two)
    await vi.waitUntil(() => isAsked(paired) && isAsked(two))
    answer(two)
    await settled()
    await clock.reach(limits.reconnectGrace)
    expect(state()).toMatchObject({ connections: [two], shelved: [paired] })
    answer(paired)
    await settled()
    expect(state()).toMatchObject({ connections: [two], shelved: [] })
    expect(engine.ctx.live.get(topic, 'eip155')).toBeUndefined()
    expect(await stored()).toEqual(['two'])
    expect(sessions.ended).toEqual([topic])
    engine.destroy()
  })

  test('is on the network that it was left on', async () => {
    const topic = 'ab'.repeat(32)
    const paired = {
      ...connection(topic, { eip155: part(['0xa'], 'eip155:10') }),
      transport: 'pairing' as const,
    }
    const clock = createFakeClock()
    const asked: unknown[] = []
    const sessions = createFakePairing({
      clock,
      provider(...wanted) {
        asked.push(wanted)
        return walletOf(paired, 'eip155').provider
      },
    })
    sessions.store({
      topic,
      peer: { name: 'Otter', description: '', icons: [] },
      namespaces: {
        eip155: {
          chains: ['eip155:1', 'eip155:10'],
          methods: [],
          events: [],
          accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
        },
      },
      expiresAt: 9e12,
      disableDeepLink: false,
    })
    let isRead = () => {}
    const reading = new Promise<void>(resolve => {
      isRead = resolve
    })
    const { restore } = sessions.pairing
    sessions.pairing.restore = () => reading.then(restore)
    const { engine, state, walletOf } = createRestoring({
      clock,
      connections: [paired],
      active: { eip155: { connectionId: topic, caip10: 'eip155:10:0xa' } },
      sessions,
    })
    await clock.reach(limits.reconnectGrace)
    expect(state().shelved).toEqual([paired])
    isRead()
    await vi.waitUntil(() => asked.length > 0)
    expect(asked).toEqual([[topic, 'eip155', 'eip155:10']])
    engine.destroy()
  })

  test('becomes active in a namespace without another connection', async () => {
    const both = connection('one', { eip155: part(['0xa']), solana: part(['S'], 'solana:1') })
    const { engine, announce, isAsked, answer, pastGrace, state } = setUp({ multiWallet: true }, [both, two])
    announce(two)
    await vi.waitUntil(() => isAsked(two))
    answer(two)
    await settled()
    await pastGrace()
    announce(both)
    await vi.waitUntil(() => isAsked(both) && isAsked(both, 'solana'))
    answer(both)
    answer(both, 'solana')
    await settled()
    expect(state().active).toMatchObject({ eip155: { connectionId: 'two' }, solana: { connectionId: 'one' } })
    expect(state().status).toEqual({ eip155: 'connected', solana: 'connected' })
    engine.destroy()
  })
})

describe('of several namespaces', () => {
  const both = connection('one', { eip155: part(['0xa']), solana: part(['S'], 'solana:1') })
  const names = (connections: readonly Connection[]) =>
    connections.map(({ id, namespaces }) => [id, ...Object.keys(namespaces)])

  test('one that fails costs no other, and is stored for the next page', async () => {
    const { engine, announce, isAsked, answer, fail, state, storedParts, told } = setUp({}, [both])
    announce(both)
    await vi.waitUntil(() => isAsked(both) && isAsked(both, 'solana'))
    fail(both, 'solana')
    answer(both)
    await settled()
    expect(names(state().connections)).toEqual([['one', 'eip155']])
    expect(names(state().shelved)).toEqual([['one', 'solana']])
    expect(state().status).toEqual({ eip155: 'connected' })
    expect(await storedParts()).toEqual([['one', 'solana', 'eip155']])
    expect(told).toEqual([expect.objectContaining({ type: 'connected', connectionId: 'one' })])
    await engine.disconnect()
    expect(state()).toMatchObject({ connections: [], shelved: [] })
    engine.destroy()
  })

  test('one that is not there in time does not hold up the others, and joins them later', async () => {
    const { engine, walletOf, isAsked, answer, pastGrace, state } = setUp({}, [both])
    const announceIn = (namespace: string) =>
      engine.ctx.wallets.dispatch({ type: 'discovered', wallet: walletOf(both, namespace) })
    announceIn('eip155')
    await vi.waitUntil(() => isAsked(both))
    answer(both)
    await settled()
    await pastGrace()
    await settled()
    expect(names(state().connections)).toEqual([['one', 'eip155']])
    expect(names(state().shelved)).toEqual([['one', 'solana']])
    announceIn('solana')
    await vi.waitUntil(() => isAsked(both, 'solana'))
    answer(both, 'solana')
    await settled()
    expect(names(state().connections)).toEqual([['one', 'eip155', 'solana']])
    expect(state()).toMatchObject({ shelved: [], status: { eip155: 'connected', solana: 'connected' } })
    engine.destroy()
  })
})

describe('a session of a wallet on another device', () => {
  const topic = 'ab'.repeat(32)
  const paired = { ...connection(topic), transport: 'pairing' as const }
  const options = {
    connections: [paired],
    active: { eip155: { connectionId: topic, caip10: 'eip155:1:0xa' } },
  } as const

  test('is forgotten when it has ended', async () => {
    const clock = createFakeClock()
    const { engine, state, stored } = createRestoring({
      clock,
      sessions: createFakePairing({ clock }),
      ...options,
    })
    await vi.waitUntil(() => state().connections.length === 0)
    expect(state().shelved).toEqual([])
    expect(await stored()).toEqual([])
    engine.destroy()
  })

  // Node has no IndexedDB, as a browser that does not open it just now.
  test('F32 is kept when it cannot be read now: the next page has it again', async () => {
    vi.stubGlobal('location', new URL('https://shop.example'))
    const clock = createFakeClock()
    const { engine, state, stored } = createRestoring({ clock, relay: 'wss://relay.example', ...options })
    await vi.waitUntil(() => state().connections.length === 0)
    expect(state().shelved).toEqual([paired])
    expect(await stored()).toEqual([topic])
    // The visitor can pair anew all the same.
    expect((await engine.ctx.sessions()).pairing.sessions).toEqual([])
    engine.destroy()
    vi.unstubAllGlobals()
  })
})
