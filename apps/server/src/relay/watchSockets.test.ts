import { EventEmitter, once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHub } from './createHub.ts'
import { createPushGate } from './createPushGate.ts'
import { silentRelayMetrics } from './relayMetrics.ts'
import type { RelaySocket } from './socket.ts'
import { watchSockets } from './watchSockets.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function open() {
  const acks = { mark() {}, isMarked: () => false, flush: async () => {} }
  const gate = createPushGate({ clock: () => performance.now() })
  const hub = createHub({ acks, gate, metrics: silentRelayMetrics, now: Date.now })
  const time = { ahead: 0 }
  const clock = () => performance.now() + time.ahead
  const replayed: string[][] = []
  const watch = watchSockets({
    gate,
    hub,
    replay: async (_socket, topics) => void replayed.push([...topics]),
    metrics: silentRelayMetrics,
    clock,
    interval: 60,
  })
  stops.push(watch.stop)
  const add = (clientId: string, changes: Partial<RelaySocket> = {}) => {
    const events = new EventEmitter()
    const said: string[] = []
    const say = (what: string) => {
      said.push(what)
      events.emit(what)
    }
    const socket: RelaySocket = {
      transport: {
        send() {},
        ping: () => say('ping'),
        close: code => say(`close ${code}`),
        dismiss: code => say(`dismiss ${code}`),
        terminate: () => say('terminate'),
        pause() {},
        unsent: 0,
      },
      client: hub.clientOf(clientId),
      project: '',
      address: '',
      prefix: 'irn',
      topics: new Set(),
      isRestored: false,
      pushed: undefined,
      replay: undefined,
      replayed: undefined,
      gate: undefined,
      isLeaving: false,
      isDismissed: false,
      isAlive: true,
      openedAt: clock(),
      heardAt: clock(),
      tokens: 1,
      tokensAt: 0,
      refused: 0,
      ...changes,
    }
    hub.join(socket)
    watch.add(socket)
    return { socket, said, next: (what: string) => once(events, what) }
  }
  return { hub, time, add, replayed }
}

describe('watchSockets', () => {
  it('F04: pings every socket, and lets go of one that missed a ping', async () => {
    const { add } = open()
    const [lively, dead] = [add('a'), add('b')]
    await Promise.all([lively.next('ping'), dead.next('ping')])
    lively.socket.isAlive = true
    await dead.next('terminate')
    expect(dead.said).toEqual(['ping', 'terminate'])
    expect(lively.said).not.toContain('terminate')
  })

  it('lets go of a client that has no subscription and says nothing', async () => {
    const { hub, add, time } = open()
    const [idle, listening] = [add('a'), add('b')]
    hub.listen(listening.socket.client, 'topic', 1)
    time.ahead = 300_001
    await idle.next('close 4008')
    listening.socket.isAlive = true
    await listening.next('ping')
    expect(listening.said).not.toContain('close 4008')
  })

  it('hands the mailbox to a client that does not subscribe anew, once', async () => {
    const { hub, add, time, replayed } = open()
    const [relying, restored] = [add('a'), add('b', { topics: new Set(['own']) })]
    hub.listen(relying.socket.client, 'stored', 1)
    hub.listen(restored.socket.client, 'own', 1)
    time.ahead = 5_001
    await vi.waitFor(() => expect(replayed).toEqual([['stored']]))
    expect([relying.socket.isRestored, restored.socket.isRestored]).toEqual([true, false])
  })
})
