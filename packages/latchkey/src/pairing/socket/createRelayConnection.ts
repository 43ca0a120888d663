/**
 * The connection of the tab that leads: one socket at a time, opened once there is a topic, opened again after each cut
 * (F01, F04, F06, F35). Calls and topics outlive the socket.
 */

import type { LogWriter } from '../../contract/createLog.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { relayCloseCodes, relayLimits, relayMethods } from '../../contract/relay.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { Random } from '../../engine/base/random.ts'
import { createOutbox, type RelayCall } from './createOutbox.ts'
import { createPulse } from './createPulse.ts'
import { createPushQueue, type RelayPush } from './createPushQueue.ts'
import { createRelayId } from './createRelayId.ts'
import type { ServerClock } from './createServerClock.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { fullJitter } from './fullJitter.ts'
import { type OpenSocket, openRelaySocket, type RelaySocket } from './openRelaySocket.ts'
import { parseRelayFrame, type RelayFrame } from './parseRelayFrame.ts'
import { relayFault } from './relayFault.ts'
import type { RelayState } from './relayLink.ts'

export interface RelayConnectionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly log: LogWriter
  readonly serverClock: ServerClock
  readonly openSocket: OpenSocket
  /** The address with a token made now. */
  readonly makeUrl: () => Promise<string>
  readonly isHidden: () => boolean
  readonly onState: (state: RelayState) => void
  /** Each message in turn; it is acknowledged when the promise resolves. */
  readonly onPush: (push: RelayPush) => Promise<void>
  /** An error of the relay that a developer should know of. */
  readonly onFault: (error: LatchkeyError) => void
}

export interface RelayConnection {
  readonly state: RelayState
  subscribe(topics: readonly string[]): Promise<void>
  unsubscribe(topics: readonly string[]): void
  request(call: RelayCall): Promise<unknown>
  /** Finds out at once whether the relay is there: the page came back. */
  probe(): void
  retry(): void
  close(): void
}

const longestWait = 10_000
/** Milliseconds; a hidden page has no visitor who waits. */
const longestHiddenWait = 60_000
/** After this much silence the relay is asked for a sign of life; a dead line is known after 40 s at most (F04). */
const silence = 25_000
/** A visitor who returns from the wallet waits for this. */
const probePatience = 4_000
/** A relay that says nothing for so long is about to refuse, which takes it 2 s: perhaps for our clock (F38). */
const doubtAfter = 500
/** The code of what a relay understood and will not do, such as one subscription too many (relay.md §1.5). */
const handlerError = -32_000
/** A relay that is overrun is left alone for longer. */
const overrunAttempt = 6

export function createRelayConnection(options: RelayConnectionOptions): RelayConnection {
  const { clock, random, log, serverClock } = options
  const outbox = createOutbox(clock)
  const subscriptions = createSubscriptions(clock)
  /** Calls of our own that carry topics, by id; they are made anew on each socket. */
  const asked = new Map<string, readonly string[]>()
  const pulse = createPulse({ clock, onSilent: () => cut('silent'), onBeat: beat })
  /** Topics that were refused, or with a message that could not be handled: asked for again at the next heartbeat. */
  const missed = new Set<string>()
  const take = createPushQueue({
    log,
    isWanted: topic => subscriptions.has(topic),
    onPush: options.onPush,
    onFailed: topic => missed.add(topic),
  })
  let state: RelayState = { status: 'idle' }
  let socket: RelaySocket | undefined
  /** Counts tries, so that what a former one started is known to be stale. */
  let turn = 0
  let attempt = 0
  let corrections = 0
  let downSince: number | undefined
  let heardAt = 0
  let cancelRetry = () => {}
  let cancelDoubt = () => {}
  /** Once: other relays do not tell pages the time, and a slow one has done nothing wrong. */
  let hasDoubted = false

  function become(next: RelayState): void {
    state = next
    options.onState(next)
  }

  const isNeeded = () => subscriptions.size > 0 || outbox.size > 0
  const isOpen = () => state.status === 'connected'

  function open(): void {
    cancelRetry()
    const mine = ++turn
    become({ status: 'connecting' })
    pulse.start()
    pulse.expect()
    options.makeUrl().then(
      url => {
        if (mine !== turn) return
        socket = openRelaySocket({
          url,
          openSocket: options.openSocket,
          onOpen: opened,
          onText: heard,
          onClose: closed,
        })
      },
      cause => mine === turn && closed(1_006, String(cause)),
    )
  }

  function opened(): void {
    heardAt = clock.now()
    pulse.calm()
    become({ status: 'connected' })
    asked.clear()
    missed.clear()
    askFor(subscriptions.topics())
    for (const call of outbox.calls()) sendCall(call)
    if (!isNeeded()) rest()
    else if (!hasDoubted) cancelDoubt = clock.setTimeout(doubt, doubtAfter)
  }

  async function doubt(): Promise<void> {
    hasDoubted = true
    const mine = turn
    if (!(await serverClock.ask()) || mine !== turn || !isNeeded()) return
    socket?.drop()
    subscriptions.reset()
    open()
  }

  function askFor(topics: readonly string[]): void {
    for (let at = 0; at < topics.length; at += relayLimits.batch) {
      const part = topics.slice(at, at + relayLimits.batch)
      const id = createRelayId(clock, random)
      asked.set(id, part)
      sendCall({ id, method: relayMethods.batchSubscribe, params: { topics: part } })
    }
  }

  function sendCall({ id, method, params }: Omit<RelayCall, 'expiry'>): void {
    socket?.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    pulse.expect()
  }

  function heard(text: unknown): void {
    heardAt = clock.now()
    pulse.calm()
    cancelDoubt()
    const frame = parseRelayFrame(text)
    if (!frame) {
      log.write('error', 'relay: a frame that makes no sense')
      return
    }
    // Only now: a relay that opens and closes at once is not there.
    attempt = 0
    corrections = 0
    downSince = undefined
    const from = socket
    if (frame.type === 'push') take(frame, answer => from?.send(answer))
    else if (frame.type === 'error') failed(frame)
    else {
      subscriptions.confirm(asked.get(frame.id) ?? [])
      asked.delete(frame.id)
      outbox.answer(frame.id, frame.result)
      if (!isNeeded()) rest()
    }
  }

  function failed({ id, code, message }: RelayFrame & { readonly type: 'error' }): void {
    const error = relayFault(code, message)
    log.write('error', `relay: ${code} ${message}`)
    options.onFault(error)
    const topics = asked.get(id) ?? []
    asked.delete(id)
    // One of them may be one too many: the others have nothing to do with it.
    if (code === handlerError && topics.length > 1) for (const topic of topics) askFor([topic])
    else {
      for (const topic of topics) missed.add(topic)
      subscriptions.reject(topics, error)
    }
    outbox.fail(id, error)
    if (!isNeeded()) rest()
  }

  function closed(code: number, reason: string): void {
    turn++
    socket = undefined
    subscriptions.reset()
    pulse.calm()
    cancelDoubt()
    if (code === relayCloseCodes.refused) return void refused(reason)
    log.write('warn', `relay: closed ${code} ${reason}`)
    if (code === relayCloseCodes.tooMany) attempt = Math.max(attempt, overrunAttempt)
    if (isNeeded()) wait()
    else rest()
  }

  async function refused(reason: string): Promise<void> {
    const error = relayFault(relayCloseCodes.refused, reason)
    log.write('error', `relay: refused: ${reason}`)
    const mine = turn
    become({ status: 'connecting' })
    // The visitor's clock is wrong: once more and at once, with the relay's time.
    if (corrections++ < 2 && (await serverClock.learn(reason))) {
      if (mine !== turn) return
      if (isNeeded()) open()
      else rest()
      return
    }
    if (mine !== turn) return
    corrections = 0
    stop()
    become({ status: 'refused', error })
    options.onFault(error)
    outbox.failAll(error)
    subscriptions.rejectAll(error)
  }

  function wait(): void {
    const now = clock.now()
    downSince ??= now
    const delay = fullJitter(attempt++, options.isHidden() ? longestHiddenWait : longestWait, random)
    become({ status: 'waiting', retryAt: now + delay, since: downSince })
    cancelRetry()
    cancelRetry = clock.setTimeout(open, delay)
  }

  /** Gives the socket up and tries again. */
  function cut(why: string): void {
    socket?.drop()
    closed(1_006, why)
  }

  function stop(): void {
    turn++
    cancelRetry()
    cancelDoubt()
    pulse.stop()
    socket?.drop()
    socket = undefined
    downSince = undefined
  }

  /** The relay is not needed: it would close a socket without a topic as stale. */
  function rest(): void {
    stop()
    attempt = 0
    become({ status: 'idle' })
  }

  function beat(): void {
    outbox.expire()
    subscriptions.expire()
    const now = clock.now()
    if (isOpen() && missed.size > 0) {
      askFor([...missed].filter(topic => subscriptions.has(topic)))
      missed.clear()
    }
    if (!isNeeded()) rest()
    else if (state.status === 'waiting' && state.retryAt <= now) open()
    // A machine that slept was silent, too (F35).
    else if (isOpen() && now - heardAt >= silence && !options.isHidden()) probe()
  }

  function probe(patience?: number): void {
    if (state.status === 'waiting') open()
    if (!isOpen() || subscriptions.size === 0) return
    // To subscribe once more changes nothing, and brings what was not delivered.
    pulse.expect(patience)
    askFor(subscriptions.topics().slice(0, 1))
  }

  /** @throws LatchkeyError of the refusal, RPC_ABORTED after closing. */
  function assertUsable(): void {
    if (state.status === 'refused') throw state.error
    if (state.status === 'closed') throw createError('RPC_ABORTED')
  }

  return {
    get state() {
      return state
    },
    async subscribe(topics) {
      assertUsable()
      const fresh = [...new Set(topics)].filter(topic => missed.delete(topic) || !subscriptions.has(topic))
      const confirmed = subscriptions.want(topics)
      if (isOpen()) askFor(fresh)
      else if (state.status === 'idle' && isNeeded()) open()
      return confirmed
    },
    unsubscribe(topics) {
      const known = topics.filter(topic => subscriptions.has(topic))
      subscriptions.forget(known)
      if (!isOpen()) return
      for (const topic of known) {
        // The relay does not look at the id of a subscription (relay.md §1.5).
        const params = { topic, id: topic }
        sendCall({ id: createRelayId(clock, random), method: relayMethods.unsubscribe, params })
      }
      if (!isNeeded()) rest()
    },
    async request(call) {
      assertUsable()
      const { answer, isNew } = outbox.add(call)
      if (isNew && isOpen()) sendCall(call)
      else if (state.status === 'idle') open()
      return answer
    },
    probe: () => probe(probePatience),
    retry() {
      if (state.status === 'refused' && !isNeeded()) become({ status: 'idle' })
      else if (state.status === 'refused' || state.status === 'waiting') open()
    },
    close() {
      stop()
      become({ status: 'closed' })
      outbox.failAll(createError('RPC_ABORTED'))
      subscriptions.rejectAll(createError('RPC_ABORTED'))
    },
  }
}
