import type { RelayKind } from '../../contract/relay.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { Random } from '../../engine/base/random.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import type { PeerError } from './rpcMessage.ts'
import { kindOf, type SessionMethod } from './sessionMethods.ts'

/** The answer to a request over a topic: a result or an error. */
export type TopicAnswer = { readonly result: unknown } | { readonly error: PeerError }

export type TopicContent =
  | { readonly id: number; readonly method: string; readonly params: unknown }
  | ({ readonly id: number } & TopicAnswer)

export interface AskOptions {
  /** Seconds for which the relay keeps it; the method's own unless given. */
  readonly ttl?: number
  /** Whether the wallet's phone may be woken; as usual for the method unless given. */
  readonly prompt?: boolean
  /** Whether the request carries an attestation of the page (T94). */
  readonly attested?: boolean
}

/** JSON-RPC between two peers over a topic whose key the store holds. */
export interface TopicRpc {
  /** 16 digits that grow: milliseconds and three more. */
  nextId(): number
  /** A request or an answer as sealed text. @throws Error when the topic has no key any more. */
  seal(topic: string, content: TopicContent): Promise<string>
  /** Sends a request; resolves when the relay has it. @throws LatchkeyError as RelayLink's publish. */
  ask(topic: string, id: number, method: SessionMethod, params: unknown, options?: AskOptions): Promise<void>
  /** Sends an answer. @throws LatchkeyError as RelayLink's publish. */
  answer(topic: string, id: number, kind: RelayKind, answer: TopicAnswer): Promise<void>
}

/** Makes the JSON-RPC of a transport, for either side of a pairing. */
export function createTopicRpc(
  { crypto, store, link, attest }: Pick<PairingTransport, 'crypto' | 'store' | 'link' | 'attest'>,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): TopicRpc {
  let last = 0

  async function seal(topic: string, content: TopicContent): Promise<string> {
    const symKey = await store.symKeys.get(topic)
    // Dropped meanwhile: by another tab, or because it is over.
    if (!symKey) throw new Error('The topic has no key')
    return crypto.seal(JSON.stringify({ jsonrpc: '2.0', ...content }), symKey)
  }

  return {
    nextId() {
      const digits = Number.parseInt(random.id().slice(0, 4), 16) % 1_000
      last = Math.max(last + 1, clock.now() * 1_000 + digits)
      return last
    },
    seal,
    async ask(topic, id, method, params, options) {
      const kind = kindOf(method, 'request')
      const { ttl = kind.ttl, prompt = kind.prompt } = options ?? {}
      const message = await seal(topic, { id, method, params })
      const attestation = options?.attested ? await attest?.(message) : undefined
      await link.publish({
        topic,
        message,
        tag: kind.tag,
        ttl,
        ...(prompt && { prompt }),
        ...(attestation !== undefined && { attestation }),
      })
    },
    async answer(topic, id, { tag, ttl }, answer) {
      await link.publish({ topic, message: await seal(topic, { id, ...answer }), tag, ttl })
    },
  }
}
