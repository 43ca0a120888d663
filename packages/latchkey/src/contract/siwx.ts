/** Sign-in with a wallet: what a host's sign-in provider is (SPEC §3 "Sign-in message", "Session"; §5 "Sign-in"). */
import type { CaipNetworkId } from './caip.ts'

/** The fields of a sign-in message (SPEC §3). Times are ISO 8601. */
export interface SiwxMessage {
  /** The address that signs in. */
  readonly accountAddress: string
  /** The CAIP-2 id of the network. */
  readonly chainId: CaipNetworkId
  /** The host and port of the page. */
  readonly domain: string
  /** The URI of the page. */
  readonly uri: string
  /** The version of the message format, `'1'`. */
  readonly version: string
  /** The single-use nonce of the server. */
  readonly nonce: string
  /** The text to sign, where the provider has formatted it. */
  readonly serializedMessage?: string
  /** The start of the validity, ISO 8601. */
  readonly notBefore?: string
  /** The statement that the visitor reads in the wallet. */
  readonly statement?: string
  /** URIs that the visitor reads in the wallet. */
  readonly resources?: readonly string[]
  /** An id of the host for this sign-in. */
  readonly requestId?: string
  /** The time of the message, ISO 8601. */
  readonly issuedAt?: string
  /** The end of the validity, ISO 8601. */
  readonly expirationTime?: string
}

/** A sign-in session: the fields, the signed text and the signature (SPEC §3). */
export interface SiwxSession {
  /** The fields of the signed message. */
  readonly data: SiwxMessage
  /** The signed text. */
  readonly message: string
  /** The signature in the namespace's usual form. */
  readonly signature: string
  /** The services' proof of the email address, from `features.emailCapture`. */
  readonly emailProof?: string
}

/** What a transport has signed while it connects, so that one approval does both. */
export interface SignInRequest {
  /** Host and port of the page, as the message names it. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly chains: readonly CaipNetworkId[]
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  /** ISO 8601; the server's clock where it is known. */
  readonly issuedAt: string
  readonly notBefore?: string
  readonly expirationTime?: string
}

/**
 * A signature for a `SignInRequest`. It matches the request; the server that issued the nonce has not verified it yet.
 */
export interface Proof extends SiwxSession {
  /** How the signature is to be checked: by the key of the address, or by the contract there. */
  readonly type: 'eip191' | 'eip1271'
}

/** A sign-in provider (SPEC §4 "Sign-in flow"). Used by reference. */
export interface Siwx {
  /** Makes the message for an account and a network. Its `toString()` is the text to sign. */
  createMessage(
    input: Pick<SiwxMessage, 'accountAddress' | 'chainId'>,
  ): Promise<SiwxMessage & { toString(): string }>
  /** Verifies and stores the session of a signed message. It rejects when the signature is refused. */
  addSession(session: SiwxSession): Promise<void>
  /** Returns the sessions of an account on a network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Replaces all sessions. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** Ends the session of an account on a network. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /**
   * Whether sign-in is required.
   * @default false
   */
  getRequired?(): boolean
  /**
   * Whether a server verifies each signature before a session counts. Otherwise the console warns once, because a
   * session that only the page knows proves nothing (T34).
   */
  readonly isServerVerified?: boolean
  /**
   * When `false`, sessions outlive the connection they were made with.
   * @default true
   */
  readonly signOutOnDisconnect?: boolean
}
