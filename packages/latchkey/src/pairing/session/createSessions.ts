import { createError } from '../../contract/errors/createError.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { Pairing, PairingEvents, PairingOptions } from '../pairing.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import { createEvents } from './createEvents.ts'
import { createSessionList } from './createSessionList.ts'
import { createTopicRpc } from './createTopicRpc.ts'
import { endSession, sayFarewell } from './endSession.ts'
import { dropPairing, proposeSession, toPairingError } from './proposeSession.ts'
import { receiveMessage } from './receiveMessage.ts'
import { pingWallet, requestWallet, sessionGone } from './requestWallet.ts'
import type { SessionWorld } from './sessionWorld.ts'
import { resolveAttempt } from './settleSession.ts'
import { farewellKind, proposalKind, toPairedSession } from './storedSession.ts'

/** How long a wallet has to answer a ping (F12). */
const pingPatience = 3_000

/** The session protocol of the page's side over a transport; it closes the transport with itself. */
export async function createSessions(
  transport: PairingTransport,
  options: Pick<PairingOptions, 'clock' | 'random' | 'metadata' | 'alert'>,
): Promise<Pairing> {
  const { clock } = options
  const events = createEvents<PairingEvents>()
  const list = createSessionList(transport, {
    now: () => clock.now(),
    changed: session => {
      events.emit('sessionChanged', { session: toPairedSession(session) })
      resolveAttempt(world, session)
    },
    ended: event => {
      for (const [id, waiting] of world.waiting) {
        if (waiting.topic !== event.topic) continue
        world.waiting.delete(id)
        waiting.fail(sessionGone())
      }
      events.emit('sessionEnded', event)
    },
  })
  const world: SessionWorld = {
    ...transport,
    clock,
    metadata: options.metadata,
    alert: options.alert,
    rpc: createTopicRpc(transport, options),
    list,
    proposals: transport.store.records(proposalKind),
    farewells: transport.store.records(farewellKind),
    attempts: new Map(),
    waiting: new Map(),
    emit: events.emit,
  }
  const offMessage = transport.link.onMessage(message => receiveMessage(world, message))
  const offState = transport.link.onState(state => {
    if (state.status === 'refused') {
      for (const attempt of [...world.attempts.values()]) attempt.reject(state.error)
    }
    if (state.status === 'connected' || state.status === 'waiting' || state.status === 'refused') {
      events.emit('relay', { online: state.status === 'connected' })
    }
  })
  await list.load()

  return {
    connect: pair => proposeSession(world, pair),
    restore: () => restoreSessions(world),
    get sessions() {
      return list.all
    },
    request: (topic, chainId, request) => requestWallet(world, topic, chainId, request),
    ping: topic => pingWallet(world, topic, pingPatience),
    disconnect: topic => endSession(world, topic),
    on: events.on,
    destroy() {
      offMessage()
      offState()
      for (const attempt of [...world.attempts.values()]) attempt.reject(createError('MODAL_CLOSED'))
      for (const waiting of [...world.waiting.values()]) waiting.fail(sessionGone())
      world.waiting.clear()
      list.close()
      transport.close()
    },
  }
}

/** Takes up where an earlier page left off: sessions, proposals that a wallet may still answer, ends not yet told. */
async function restoreSessions(world: SessionWorld): Promise<Pairing['sessions']> {
  const now = world.clock.now()
  const sessions = await world.list.load()
  const topics = sessions.map(session => session.topic)
  for (const { id, value } of await world.proposals.list()) {
    if (value.expiry <= now) await dropPairing(world, id)
    else
      topics.push(id, ...[value.sessionTopic, value.auth?.responseTopic].filter(each => each !== undefined))
  }
  for (const { id, value } of await world.store.pairings.list()) {
    if (value.expiry <= now) await dropPairing(world, id)
  }
  if (topics.length > 0) {
    // Nobody waits for the relay here; what it refuses is told.
    world.link
      .subscribe(topics)
      .catch(cause => world.alert(toPairingError(cause).code as ErrorCode, { topics: topics.length }))
  }
  for (const { value } of await world.farewells.list()) void sayFarewell(world, value)
  return sessions
}
