import { relayCloseCodes, relayLimits } from 'latchkey/services'
import type { Clock } from '../core/http/appTypes.ts'
import type { Hub } from './createHub.ts'
import type { PushGate } from './createPushGate.ts'
import type { Replay } from './createReplay.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { RelaySocket } from './socket.ts'

/** Sockets are looked at in turn, so that thousands of pings do not leave at once. */
const turns = 30
/** Milliseconds after which a client that has not subscribed is taken to rely on what the store knows of it. */
const restoreAfter = 5_000

/** Pings every socket each 30 s, closes those that missed a ping, and those without a subscription (4008). */
export function watchSockets(deps: {
  readonly hub: Hub
  readonly replay: Replay
  readonly gate: Pick<PushGate, 'tidy'>
  readonly metrics: RelayMetrics
  readonly clock: Clock
  /** Milliseconds between two pings of a socket. */
  readonly interval?: number
}): { add(socket: RelaySocket): void; stop(): void } {
  const { hub, replay, gate, metrics, clock, interval = relayLimits.ping } = deps
  const slots = Array.from({ length: turns }, () => new Set<RelaySocket>())
  let newcomers: RelaySocket[] = []
  let joined = 0
  let turn = 0

  const look = (socket: RelaySocket): void => {
    if (!socket.isAlive) {
      metrics.closed('silent')
      socket.transport.terminate()
      return
    }
    if (socket.client.topics.size === 0 && clock() - socket.heardAt > relayLimits.stale) {
      metrics.closed('stale')
      socket.transport.close(relayCloseCodes.stale, 'No subscription and no message')
      return
    }
    socket.isAlive = false
    socket.replayed = undefined
    gate.tidy(socket)
    socket.transport.ping()
  }

  /** A client that does not subscribe anew gets what waits for its stored subscriptions. */
  const restore = (): void => {
    const now = clock()
    const due = newcomers.findIndex(socket => now - socket.openedAt < restoreAfter)
    const old = due < 0 ? newcomers : newcomers.slice(0, due)
    newcomers = due < 0 ? [] : newcomers.slice(due)
    for (const socket of old) {
      if (!hub.sockets.has(socket) || socket.topics.size > 0 || socket.client.topics.size === 0) continue
      socket.isRestored = true
      void replay(socket, socket.client.topics.keys())
    }
  }

  const timer = setInterval(() => {
    turn = (turn + 1) % turns
    const slot = slots[turn] ?? new Set()
    for (const socket of slot) {
      if (hub.sockets.has(socket)) look(socket)
      else slot.delete(socket)
    }
    restore()
  }, interval / turns)
  timer.unref()

  return {
    add(socket) {
      slots[joined++ % turns]?.add(socket)
      newcomers.push(socket)
    },
    stop: () => clearInterval(timer),
  }
}
