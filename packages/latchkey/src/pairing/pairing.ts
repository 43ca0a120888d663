/** The public interface of pairing (reference: the session protocol of WalletConnect v2, DESIGN "Four nouns"). */
import type { CaipAddress, CaipNetworkId } from '../contract/caip.ts'
import type { LogWriter } from '../contract/createLog.ts'
import type { ErrorCode } from '../contract/errors/table.ts'
import type { Proof, SignInRequest } from '../contract/siwx.ts'
import type { Clock } from '../engine/base/clock.ts'
import type { KeyValueDatabase } from '../engine/base/database.ts'
import type { Random } from '../engine/base/random.ts'
import type { SessionProperties } from './namespaces/sessionProperties.ts'

/** A page's description of itself to wallets. */
export interface DappMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/**
 * A wallet's description of itself, sanitized: plain text without control and direction characters, and checked URLs.
 */
export interface PeerMetadata {
  readonly name: string
  readonly description: string
  /** Absent unless it is a web address. */
  readonly url?: string
  /** https or data pictures alone. */
  readonly icons: readonly string[]
  /** Where the wallet's own app is opened for a request. */
  readonly redirect?: { readonly native?: string; readonly universal?: string }
}

/** The chains, methods and events requested from a wallet in one namespace, or granted by it. */
export interface RequestedNamespace {
  readonly chains: readonly CaipNetworkId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
/** A requested namespace, with the old chain ids that some wallets still use: old id → today's (SPEC §3). */
export interface AskedNamespace extends RequestedNamespace {
  readonly aliases?: ChainAliases
}
export type ChainAliases = Readonly<Record<string, CaipNetworkId>>
export interface PairedNamespace extends RequestedNamespace {
  readonly accounts: readonly CaipAddress[]
}

/** The requested namespaces, by name such as `eip155`. */
export type RequestedNamespaces = Readonly<Record<string, AskedNamespace>>
export type PairedNamespaces = Readonly<Record<string, PairedNamespace>>

/** A session that a wallet approved: plain data, the same in every tab. */
export interface PairedSession {
  /** 64 hex characters; its identity. */
  readonly topic: string
  /** Of the pairing by which it came: the topic in that URI. */
  readonly pairingTopic?: string
  readonly peer: PeerMetadata
  readonly namespaces: PairedNamespaces
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** The wallet wants no app switch for requests. */
  readonly disableDeepLink: boolean
  /** What the wallet said of its accounts with its approval, such as `sui_getAccounts`; unchecked JSON of bounded size. */
  readonly properties?: SessionProperties
}

/** Options of `createPairing`. */
export interface PairingOptions {
  /** The handle's id: locks and channels are named by it. */
  readonly id: string
  /** Opened under `pairingName(id)`; closed with the pairing. */
  readonly database: KeyValueDatabase
  /** The version of this library, which the relay receives. */
  readonly version: string
  readonly clock: Clock
  readonly random: Random
  readonly relayUrl: string
  readonly projectId: string
  readonly metadata: DappMetadata
  /** Alerts the developer, once for each code (SPEC §8 "Each relay-provider error is shown once only"). */
  alert(code: ErrorCode, context?: Readonly<Record<string, unknown>>): void
  /** Keeps what went wrong for a bug report; default: nothing is kept. */
  readonly log?: LogWriter | undefined
  /** Returns the services' attestation of the page that made a message, for wallets. Never throws (T94). */
  readonly attest?: (message: string) => Promise<string | undefined>
}

export interface PairOptions {
  readonly namespaces: RequestedNamespaces
  /** One approval for connect and sign-in where the wallet can; else the session comes without `proofs`. */
  readonly signIn?: SignInRequest
  /** Gives the pairing up: the URI is dead afterwards. */
  readonly signal: AbortSignal
}

/** A pairing that waits for a wallet. */
export interface PairingAttempt {
  /** The pairing URI. Never log it: anyone who has it can answer in the wallet's place. */
  readonly uri: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /**
   * Resolves once with the session.
   * @throws LatchkeyError CONNECTION_REJECTED (by the wallet), APKT004 (no answer in time), MODAL_CLOSED (aborted),
   * WALLET_BAD_ANSWER, or the relay's refusal: APKT002, APKT006, APKT007, APKT010.
   */
  readonly approval: Promise<PairingApproval>
}

export interface PairingApproval {
  readonly session: PairedSession
  /** The sign-in proofs of the approval; absent when the wallet did not sign, or signed something else. */
  readonly proofs?: readonly Proof[]
}

export interface PairedRequest {
  readonly method: string
  readonly params: unknown
  /** Milliseconds until the wallet may no longer answer: 5 minutes to 7 days, 5 minutes unless given. */
  readonly lifetime?: number
  readonly signal?: AbortSignal
}

export interface PairingEvents {
  /** The relay can be reached, or cannot be: pairing does not work meanwhile, all else does (F06). `online` says it, too. */
  relay: { readonly online: boolean }
  /** The wallet has seen the proposal: it answered, and its approval is on the way. */
  scanned: { readonly uri: string }
  /** A session of this or another tab is there, has other accounts, chains or a later end. */
  sessionChanged: { readonly session: PairedSession }
  /** A session is over; `code` and `message` are the wallet's own. */
  sessionEnded: {
    readonly topic: string
    readonly by: 'wallet' | 'app' | 'expiry'
    readonly code?: number
    readonly message?: string
  }
  /** An event of the wallet, such as `chainChanged`, allowed by the session. */
  sessionEvent: {
    readonly topic: string
    readonly chainId: CaipNetworkId
    readonly name: string
    readonly data: unknown
  }
  /** A request has left for the wallet: the moment to open its app, if it is a `prompt` that a person has to answer. */
  requestSent: {
    readonly topic: string
    readonly id: number
    readonly method: string
    readonly prompt: boolean
  }
}

/** The pairing client of one widget: sessions with wallets over the relay. */
export interface Pairing {
  connect(options: PairOptions): Promise<PairingAttempt>
  /** Brings stored sessions back without a prompt; expired ones go. */
  restore(): Promise<readonly PairedSession[]>
  /** Whether the relay can be reached now; false too while it is not needed. */
  readonly online: boolean
  /** The same array until a session comes, goes or changes. */
  readonly sessions: readonly PairedSession[]
  /**
   * Asks the wallet and waits for its answer.
   * @throws an Error with a numeric `code`: the wallet's own; 4900 without the session, 4901 and 4200 for a network or
   * method it does not grant, -32603 with the LatchkeyError as its cause: APKT004 (no answer in time; a late one is
   * dropped), RPC_ABORTED, or what the relay refused.
   */
  request(topic: string, chainId: CaipNetworkId, request: PairedRequest): Promise<unknown>
  /** Whether the wallet is there: false when it does not answer within 3 s (F12), as a phone that sleeps does not. */
  ping(topic: string): Promise<boolean>
  /** Ends a session on both sides; the page's own at once. */
  disconnect(topic: string): Promise<void>
  on<Type extends keyof PairingEvents>(type: Type, fn: (event: PairingEvents[Type]) => void): () => void
  destroy(): void
}
