/** The records that outlive the page: sessions, proposals that wait for a wallet, and farewells that are not yet sent. */
import type { ChainNamespace } from '../../contract/caip.ts'
import type { SessionProperties } from '../namespaces/sessionProperties.ts'
import type {
  ChainAliases,
  PairedNamespaces,
  PairedSession,
  PeerMetadata,
  RequestedNamespaces,
} from '../pairing.ts'
import type { RecordKind } from '../store/pairingStore.ts'
import type { LoadLiving } from './loadLiving.ts'
import type { AuthPayload } from './payloads.schema.ts'

export interface StoredSession {
  readonly topic: string
  readonly pairingTopic: string
  /** Ours: the key pair that goes with the session. */
  readonly publicKey: string
  readonly peer: PeerMetadata
  /** The namespaces that were asked for; an update cannot bring others. */
  readonly asked: readonly ChainNamespace[]
  readonly namespaces: PairedNamespaces
  /** Old ids of chains that were asked for → today's. */
  readonly aliases?: ChainAliases
  /** Today's ids of chains that the wallet knows by their old one alone → that. */
  readonly oldIds?: ChainAliases
  /** Milliseconds since the epoch. */
  readonly expiry: number
  readonly disableDeepLink: boolean
  readonly properties?: SessionProperties
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

/** The end of a session or a pairing, sealed, until the relay has it. */
export interface StoredFarewell {
  readonly topic: string
  readonly message: string
  /** Of a session's end unless given, as records of before have none. */
  readonly tag?: number
  /** Milliseconds since the epoch after which the wallet has forgotten anyway. */
  readonly expiry: number
}

interface Stored {
  readonly session: StoredSession
  readonly proposal: StoredProposal
  readonly farewell: StoredFarewell
}

/** Their parsers come with what a page needs after an answer: on the way to the first URI there is nothing to read. */
export function storedKind<Name extends keyof Stored>(
  name: Name,
  living: LoadLiving,
): RecordKind<Stored[Name]> {
  return {
    name,
    parse: async value => (await living()).parseStored[name](value) as Stored[Name] | undefined,
    // Sessions and proposals have keys besides their own record: the code that knows the keys deletes both.
    ...(name === 'farewell' && { expiry: (value: { readonly expiry: number }) => value.expiry }),
  }
}

/** Returns the public part of a stored session. */
export function toPairedSession(session: StoredSession): PairedSession {
  const { topic, pairingTopic, peer, namespaces, expiry, disableDeepLink, properties } = session
  return Object.freeze({
    topic,
    pairingTopic,
    peer,
    namespaces,
    expiresAt: expiry,
    disableDeepLink,
    ...(properties && { properties }),
  })
}
