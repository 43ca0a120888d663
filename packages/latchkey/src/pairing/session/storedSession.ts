/** What outlives the page: sessions, proposals that wait for a wallet, and farewells that have not left yet. */
import * as v from 'valibot'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { PairedNamespaces, PairedSession, PeerMetadata, RequestedNamespaces } from '../pairing.ts'
import type { RecordKind } from '../store/pairingStore.ts'
import { cleanMetadata } from './cleanMetadata.ts'
import { type AuthPayload, authPayloadSchema } from './payloads.schema.ts'

export interface StoredSession {
  readonly topic: string
  readonly pairingTopic: string
  /** Ours: the key pair that goes with the session. */
  readonly publicKey: string
  readonly peer: PeerMetadata
  /** The namespaces that were asked for; an update cannot bring others. */
  readonly asked: readonly ChainNamespace[]
  readonly namespaces: PairedNamespaces
  /** Milliseconds since the epoch. */
  readonly expiry: number
  readonly disableDeepLink: boolean
  /** Id of the newest update; older ones come too late. */
  readonly updateId: number
}

export interface StoredProposal {
  readonly pairingTopic: string
  readonly publicKey: string
  readonly proposalId: number
  readonly asked: RequestedNamespaces
  /** Milliseconds since the epoch after which no answer counts. */
  readonly expiry: number
  readonly auth?: { readonly id: number; readonly responseTopic: string; readonly payload: AuthPayload }
  /** Where the settlement will come, once a wallet has answered; the first answer counts. */
  readonly sessionTopic?: string
}

/** The end of a session, sealed, until the relay has it. */
export interface StoredFarewell {
  readonly topic: string
  readonly message: string
  /** Milliseconds since the epoch after which the wallet has forgotten anyway. */
  readonly expiry: number
}

const topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const number = v.pipe(v.number(), v.safeInteger())
const words = v.pipe(v.array(v.string()), v.maxLength(1_024))
const asked = v.record(v.string(), v.object({ chains: words, methods: words, events: words }))

const sessionSchema = v.object({
  topic,
  pairingTopic: topic,
  publicKey: topic,
  peer: v.pipe(v.unknown(), v.transform(cleanMetadata)),
  asked: words,
  namespaces: v.record(
    v.string(),
    v.object({ accounts: words, chains: words, methods: words, events: words }),
  ),
  expiry: number,
  disableDeepLink: v.boolean(),
  updateId: number,
})

const proposalSchema = v.object({
  pairingTopic: topic,
  publicKey: topic,
  proposalId: number,
  asked,
  expiry: number,
  auth: v.exactOptional(v.object({ id: number, responseTopic: topic, payload: authPayloadSchema })),
  sessionTopic: v.exactOptional(topic),
})

const farewellSchema = v.object({ topic, message: v.string(), expiry: number })

const expiry = (value: { readonly expiry: number }): number => value.expiry

function kind<T extends { readonly expiry: number }>(name: string, schema: v.GenericSchema): RecordKind<T> {
  return {
    name,
    parse: value => {
      const parsed = v.safeParse(schema, value)
      return parsed.success ? (parsed.output as T) : undefined
    },
    expiry,
  }
}

export const sessionKind: RecordKind<StoredSession> = kind('session', sessionSchema)
export const proposalKind: RecordKind<StoredProposal> = kind('proposal', proposalSchema)
export const farewellKind: RecordKind<StoredFarewell> = kind('farewell', farewellSchema)

/** What the rest of the product sees of a session. */
export function toPairedSession(session: StoredSession): PairedSession {
  const { topic, peer, namespaces, expiry, disableDeepLink } = session
  return Object.freeze({ topic, peer, namespaces, expiresAt: expiry, disableDeepLink })
}
