import { createError } from '../../contract/errors/createError.ts'
import type { Pairing, PairingEvents, PairingOptions } from '../pairing.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import { createEvents } from './createEvents.ts'
import { createSessionList } from './createSessionList.ts'
import { createTopicRpc } from './createTopicRpc.ts'
import { type LoadLiving, loadLiving } from './loadLiving.ts'
import { endMistimed, proposeSession } from './proposeSession.ts'
import type { SessionWorld } from './sessionWorld.ts'
import { storedKind, toPairedSession } from './storedSession.ts'

/** How long a wallet has to answer a ping (F12). */
const pingPatience = 3_000

/** The session protocol of the page's side over a transport; it closes the transport with itself. */
export function createSessions(
  transport: PairingTransport,
  options: Pick<PairingOptions, 'clock' | 'random' | 'metadata' | 'alert'>,
  living: LoadLiving = loadLiving,
): Pairing {
  const { clock } = options
  const events = createEvents<PairingEvents>()
  const list = createSessionList(transport, {
    records: transport.store.records(storedKind('session', living)),
    now: () => clock.now(),
    changed: session => {
      events.emit('sessionChanged', { session: toPairedSession(session) })
      // The code that read or settled a session has loaded this chunk already.
      living().then(
        ({ resolveAttempt }) => resolveAttempt(world, session),
        () => undefined,
      )
    },
    ended: event => {
      for (const [id, waiting] of world.waiting) {
        if (waiting.topic !== event.topic) continue
        world.waiting.delete(id)
        waiting.over()
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
    living,
    list,
    proposals: transport.store.records(storedKind('proposal', living)),
    farewells: transport.store.records(storedKind('farewell', living)),
    attempts: new Map(),
    waiting: new Map(),
    emit: events.emit,
  }
  const offMessage = transport.link.onMessage(async message =>
    (await living()).receiveMessage(world, message),
  )
  const offState = transport.link.onState(state => {
    if (state.status === 'refused') {
      for (const attempt of [...world.attempts.values()]) attempt.reject(state.error)
    }
    if (state.status === 'connected') endMistimed(world)
    if (state.status === 'connected' || state.status === 'waiting' || state.status === 'refused') {
      events.emit('relay', { online: state.status === 'connected' })
    }
  })

  return {
    connect: pair => proposeSession(world, pair),
    async restore() {
      // A first visit has nothing to read, and needs nothing that reads.
      const isNew = !(await transport.store.holds(['session', 'proposal', 'farewell']))
      return isNew ? list.all : (await living()).restoreSessions(world)
    },
    get online() {
      return transport.link.state.status === 'connected'
    },
    get sessions() {
      return list.all
    },
    // Without a session there is no wallet to ask; a page with a session has loaded this chunk already.
    request: async (topic, chainId, request) =>
      (await living()).requestWallet(world, topic, chainId, request),
    ping: async topic => (await living()).pingWallet(world, topic, pingPatience),
    disconnect: async topic => (await living()).endSession(world, topic),
    on: events.on,
    destroy() {
      offMessage()
      offState()
      for (const attempt of [...world.attempts.values()]) attempt.reject(createError('MODAL_CLOSED'))
      for (const waiting of [...world.waiting.values()]) waiting.over()
      world.waiting.clear()
      list.close()
      transport.close()
    },
  }
}
