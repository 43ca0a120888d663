/** A relay in memory, as small as the session protocol allows, whose faults the test chooses. */
import { createError } from '../../contract/errors/createError.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { Random } from '../../engine/base/random.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { createMemoryDatabase } from '../../engine/fixtures/createMemoryDatabase.ts'
import { createCrypto } from '../crypto/createCrypto.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import type { RelayLink, RelayMessage, RelayPublish, RelayState } from '../socket/relayLink.ts'
import { createDeadlines } from '../store/createDeadlines.ts'
import { createPairingStore } from '../store/createPairingStore.ts'

interface Client {
  readonly topics: Set<string>
  readonly delivered: Set<string>
  online: boolean
  deliver(message: Omit<RelayMessage, 'leads'>): Promise<void>
}

export interface MemoryRelay {
  /** Everything that was published, oldest first. */
  readonly published: readonly RelayPublish[]
  /** False: `wc_proposeSession` and `wc_approveSession` are unknown, as with relays of before 2025. */
  knowsSessions: boolean
  /** How often each message is delivered. */
  copies: number
  /** Milliseconds that its clock is ahead of the pages'. */
  ahead: number
  /** Refuses the next call or publish with this. */
  refuseNext: Error | undefined
  /** A peer's way to it. `database` survives a new transport, as a page's does a reload. */
  open(options: OpenOptions): MemoryTransport
  /** Delivers a message to all subscribers, as an attacker could who knows the topic. */
  inject(message: RelayPublish): Promise<void>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
}

export interface OpenOptions {
  readonly clock: Clock
  readonly random?: Random
  readonly database?: ReturnType<typeof createMemoryDatabase>
  readonly attest?: (message: string) => Promise<string | undefined>
}

export interface MemoryTransport extends PairingTransport {
  /** Cuts the way to the relay, or mends it. */
  setOnline(online: boolean): Promise<void>
}

export function createMemoryRelay(): MemoryRelay {
  const clients = new Set<Client>()
  const mailbox: (RelayPublish & { readonly key: string; readonly from: Client | undefined })[] = []
  const published: RelayPublish[] = []
  const moving = new Set<Promise<unknown>>()

  function track<T>(work: Promise<T>): Promise<T> {
    moving.add(work)
    work.then(
      () => moving.delete(work),
      () => moving.delete(work),
    )
    return work
  }

  async function drain(client: Client): Promise<void> {
    for (const { from, key, ...message } of [...mailbox]) {
      if (!client.online || from === client || !client.topics.has(message.topic)) continue
      if (client.delivered.has(key)) continue
      client.delivered.add(key)
      for (let copy = 0; copy < relay.copies; copy++) await client.deliver({ ...message, publishedAt: 0 })
    }
  }

  async function store(message: RelayPublish, from: Client | undefined): Promise<void> {
    published.push(message)
    const key = `${message.topic}:${message.message}`
    if (!mailbox.some(other => other.key === key)) mailbox.push({ ...message, key, from })
    for (const client of clients) void track(drain(client))
  }

  const relay: MemoryRelay = {
    published,
    knowsSessions: true,
    copies: 1,
    ahead: 0,
    refuseNext: undefined,
    inject: message => store(message, undefined),
    async settled() {
      // Messages answer messages; nothing that waits for a clock is waited for here.
      for (let calm = 0; calm < 20; calm++) {
        while (moving.size > 0) await Promise.allSettled([...moving])
        await new Promise(resolve => setTimeout(resolve, 0))
        // Keys are made and agreed on beside this thread: behind these, on a busy machine as well.
        const behind = Array.from({ length: 4 }, () =>
          globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(1)),
        )
        await Promise.all(behind)
      }
    },
    open(options) {
      const listeners = new Set<(message: RelayMessage) => void | Promise<void>>()
      const states = new Set<(state: RelayState) => void>()
      let state: RelayState = { status: 'connected' }
      let waiting: (() => void)[] = []
      let queue = Promise.resolve()
      const client: Client = {
        topics: new Set(),
        delivered: new Set(),
        online: true,
        deliver(message) {
          queue = queue.then(async () => {
            const digest = await crypto.digestOf(message.message)
            if (await pairingStore.hasSeen(message.topic, digest)) return
            for (const listener of listeners) await listener({ ...message, leads: true })
            await pairingStore.markSeen(message.topic, digest)
          })
          return queue
        },
      }
      clients.add(client)
      const online = async () => {
        if (!client.online) await new Promise<void>(resolve => waiting.push(resolve))
        if (state.status === 'closed') throw createError('RPC_ABORTED')
        const refusal = relay.refuseNext
        relay.refuseNext = undefined
        if (refusal) throw refusal
      }
      const link: RelayLink = {
        get state() {
          return state
        },
        async subscribe(topics) {
          await online()
          for (const topic of topics) client.topics.add(topic)
          void track(drain(client))
        },
        async unsubscribe(topics) {
          for (const topic of topics) client.topics.delete(topic)
        },
        async publish(message) {
          await online()
          await store(message, client)
        },
        async call(method, params) {
          await online()
          if (!relay.knowsSessions) {
            throw createError('UNKNOWN', { context: { relayCode: -32601, method } })
          }
          const text = (name: string) => String(params[name])
          const ttl = 300
          if (method === 'wc_proposeSession') {
            client.topics.add(text('pairingTopic'))
            await store(
              {
                topic: text('pairingTopic'),
                message: text('sessionProposal'),
                tag: 1100,
                ttl,
                prompt: true,
                ...(typeof params.attestation === 'string' && { attestation: params.attestation }),
              },
              client,
            )
          } else {
            client.topics.add(text('sessionTopic'))
            const message = text('sessionProposalResponse')
            await store({ topic: text('pairingTopic'), message, tag: 1101, ttl }, client)
            const settle = text('sessionSettlementRequest')
            await store({ topic: text('sessionTopic'), message: settle, tag: 1102, ttl }, client)
          }
          return true
        },
        onMessage(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        onState(listener) {
          states.add(listener)
          return () => states.delete(listener)
        },
        retry: () => undefined,
        serverNow: () => options.clock.now() + relay.ahead,
        close() {
          state = { status: 'closed' }
          clients.delete(client)
          for (const go of waiting) go()
        },
      }
      const random = options.random ?? systemRandom
      const share = {
        leads: true,
        onLead: () => () => undefined,
        send: () => undefined,
        onMessage: () => () => undefined,
        takeOver: () => undefined,
        close: () => undefined,
      }
      const database = options.database ?? createMemoryDatabase()
      const { clock } = options
      const pairingStore = createPairingStore({ name: 'test', database, clock, random, share })
      const crypto = createCrypto({ random })
      const deadlines = createDeadlines(clock)
      return {
        crypto,
        store: pairingStore,
        link,
        at: deadlines.at,
        ...(options.attest && { attest: options.attest }),
        close() {
          link.close()
          deadlines.close()
          pairingStore.close()
        },
        async setOnline(next) {
          client.online = next
          state = next ? { status: 'connected' } : { status: 'waiting', retryAt: 0, since: 0 }
          for (const listener of states) listener(state)
          if (!next) return
          const going = waiting
          waiting = []
          for (const go of going) go()
          await drain(client)
        },
      }
    },
  }
  return relay
}
