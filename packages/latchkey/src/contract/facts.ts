/** The closed union of facts the engine tells; `on(type, fn)` listens (DESIGN "Facts", DECISIONS C2). */
import type { CaipAddress, CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Transport } from './connection.ts'
import type { ErrorCode } from './errors/table.ts'
import type { SocialProvider } from './options.ts'
import type { SendResult } from './send.ts'
import type { ViewName } from './views.ts'

/** What all events of a payment say. */
export interface PaidFact {
  /** The try's id in the journal. */
  readonly id: string
  /** The services' own id; absent for a payment that the page alone asks for. */
  readonly paymentId?: string
  readonly namespace: ChainNamespace
  readonly caipNetworkId: CaipNetworkId
}

/** The events of `latchkey.on`, each with the shape of its data. */
export interface FactMap {
  /** The widget opened. Not emitted for a widget that stands in an element of the page. */
  opened: { readonly view: ViewName; readonly connected: boolean }
  /** The widget closed. Not emitted for a widget that stands in an element of the page. */
  closed: { readonly connected: boolean }
  /** Another view is shown. */
  viewChanged: { readonly view: ViewName }
  /** A wallet approved a connection, or a stored connection was restored. */
  connected: {
    readonly connectionId: string
    readonly walletId: string
    readonly walletName: string
    readonly transport: Transport
    readonly namespace: ChainNamespace
    readonly address: CaipAddress
    /** True for a silent restore of a stored connection. */
    readonly reconnected: boolean
  }
  /** A connect ended in an error. */
  connectFailed: { readonly walletId: string; readonly code: ErrorCode; readonly kind: string }
  /** A visitor logged in to the embedded wallet through a provider. `connected` precedes it. */
  socialLoggedIn: { readonly provider: SocialProvider }
  /** A connection of a namespace ended. */
  disconnected: {
    readonly connectionId: string
    readonly namespace: ChainNamespace
    /** Who ended it: the visitor or host through us, or the wallet from outside. */
    readonly by: 'app' | 'wallet'
  }
  /** The active account of a namespace changed. */
  accountChanged: {
    readonly namespace: ChainNamespace
    readonly address: CaipAddress
    /** True when it takes the place of a stored connection that could not be restored. */
    readonly reconnected?: boolean
  }
  /** The wallet moved to another network. `supported` is false when the host does not list it. */
  networkChanged: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly supported: boolean
  }
  /** A new pairing URI is available as `latchkey.wcUri`. The event does not hold it, so that no event log does. */
  pairingUri: {
    /** Milliseconds since the epoch. */
    readonly expiresAt: number
  }
  /** A wallet is asked to send. `id` is the transfer's; `sendFailed`, `sent` and `sendSettled` carry the same, in every tab and after a reload. */
  sendAsked: {
    /** The transfer's id in the journal. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
  }
  /** A wallet refused to send, failed, or did not answer. After `SEND_UNKNOWN` the transfer may have been sent. */
  sendFailed: {
    /** As in `sendAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly code: ErrorCode
  }
  /** A wallet answered that it sent a transfer. */
  sent: {
    /** As in `sendAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    /** The network's own currency, or a token. */
    readonly kind: 'native' | 'token'
    readonly result: SendResult
  }
  /** The outcome of a transfer is known. Emitted while a view shows the transfer or `waitForReceipt` watches it. */
  sendSettled: {
    /** As in `sendAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly status: 'confirmed' | 'failed' | 'replaced' | 'expired' | 'dropped'
  }
  /** A wallet is asked to swap. `id` is the swap's; `swapFailed`, `swapped` and `swapSettled` carry the same, in every tab and after a reload. */
  swapAsked: {
    /** The swap's id in the journal. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
  }
  /**
   * A swap did not come about: it could not be built, is not what it should be, or a wallet refused it or its approval, failed, or did not
   * answer. After `SEND_UNKNOWN` it may have been sent.
   */
  swapFailed: {
    /** As in `swapAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly code: ErrorCode
  }
  /** A wallet answered that it sent a swap. */
  swapped: {
    /** As in `swapAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly result: SendResult
  }
  /** The outcome of a swap is known. Emitted while a view shows the swap. */
  swapSettled: {
    /** As in `swapAsked`. */
    readonly id: string
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly status: 'confirmed' | 'failed' | 'replaced' | 'expired' | 'dropped'
    /** Of the transaction that was mined; absent where there is none. */
    readonly hash?: string
  }
  /** A wallet is asked to pay. `id` is that of the try; `paymentFailed`, `paid` and `paymentSettled` carry the same, in every tab and after a reload. */
  paymentAsked: PaidFact
  /** A wallet refused to pay, failed, or did not answer, or what it was to be asked for is not safe. After `SEND_UNKNOWN` it may have been sent. */
  paymentFailed: PaidFact & { readonly code: ErrorCode }
  /** A wallet answered that it sent a payment. That it arrived is the chain's to say, and what it is worth the backend's, by the services' webhook. */
  paid: PaidFact & { readonly result: SendResult }
  /** The outcome of a payment's transaction is known. */
  paymentSettled: PaidFact & {
    readonly status: 'confirmed' | 'failed' | 'replaced' | 'expired' | 'dropped'
    /** Of the transaction that was mined; absent where there is none. */
    readonly hash?: string
  }
  /** An account signed in on a network. */
  signedIn: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly address: CaipAddress
  }
  /** A sign-in failed: 'Error signing message', or it could not start (SPEC §4). */
  signInFailed: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly code: ErrorCode
  }
  /** The visitor declined to sign in. */
  signInCancelled: { readonly namespace: ChainNamespace; readonly caipNetworkId: CaipNetworkId }
  /** Another namespace became active. */
  activeNamespaceChanged: { readonly namespace: ChainNamespace }
  /** The activity of the active account could not be read: 'Failed to fetch transactions' (SPEC §7). */
  transactionsFailed: { readonly caipNetworkId: CaipNetworkId; readonly code: ErrorCode }
  /** An alert for developers (SPEC §8). The console shows it too, once for each code and context. */
  alert: { readonly code: ErrorCode; readonly level: 'error' | 'warning' | 'info'; readonly text: string }
}

/** The name of an event of `latchkey.on`. */
export type FactType = keyof FactMap
/** A listener of one event of `latchkey.on`. */
export type FactListener<T extends FactType> = (fact: FactMap[T]) => void
