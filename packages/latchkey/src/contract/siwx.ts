/** Sign-in with a wallet: what a host's sign-in provider is (SPEC §3 "Sign-in message", "Session"; §5 "Sign-in"). */
import type { CaipNetworkId } from './caip.ts'

/** The fields of a sign-in message (SPEC §3). Times are ISO 8601. */
export interface SiwxMessage {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly serializedMessage?: string
  readonly notBefore?: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
}

/** A sign-in session: the fields, the signed text and the signature (SPEC §3). */
export interface SiwxSession {
  readonly data: SiwxMessage
  readonly message: string
  readonly signature: string
  /** Of the services, for an email address that the visitor proved before signing (`features.emailCapture`). */
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
  createMessage(
    input: Pick<SiwxMessage, 'accountAddress' | 'chainId'>,
  ): Promise<SiwxMessage & { toString(): string }>
  addSession(session: SiwxSession): Promise<void>
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  getRequired?(): boolean
  /**
   * True: a server checks each signature before a session counts. Without it the console says once that what only the page knows proves
   * nothing to anybody (T34).
   */
  readonly isServerVerified?: boolean
  /** False: sessions outlive the connection they were made with. Default true. */
  readonly signOutOnDisconnect?: boolean
}
