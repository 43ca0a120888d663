/** The closed union of facts the engine tells; `on(type, fn)` listens (DESIGN "Facts", DECISIONS C2). */
import type { CaipAddress, CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Transport } from './connection.ts'
import type { ErrorCode } from './errors/table.ts'
import type { SocialProvider } from './options.ts'
import type { SendResult } from './send.ts'
import type { ViewName } from './views.ts'

export interface FactMap {
  opened: { readonly view: ViewName; readonly connected: boolean }
  closed: { readonly connected: boolean }
  viewChanged: { readonly view: ViewName }
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
  connectFailed: { readonly walletId: string; readonly code: ErrorCode; readonly kind: string }
  /** Somebody logged in to the embedded wallet by their account at a provider. */
  socialLoggedIn: { readonly provider: SocialProvider }
  disconnected: {
    readonly connectionId: string
    readonly namespace: ChainNamespace
    /** Who ended it: the visitor or host through us, or the wallet from outside. */
    readonly by: 'app' | 'wallet'
  }
  accountChanged: {
    readonly namespace: ChainNamespace
    readonly address: CaipAddress
    /** True when it takes the place of a stored connection that could not be restored. */
    readonly reconnected?: boolean
  }
  networkChanged: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly supported: boolean
  }
  /** Another pairing URI is there, as the handle's `wcUri`: it is not told, so that no log of facts holds it. */
  pairingUri: {
    /** Milliseconds since the epoch. */
    readonly expiresAt: number
  }
  /** A wallet is being asked to send. */
  sendAsked: { readonly namespace: ChainNamespace; readonly caipNetworkId: CaipNetworkId }
  /** The wallet said no, could not, or its answer did not come (SEND_UNKNOWN: it may have been sent). */
  sendFailed: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly code: ErrorCode
  }
  /** A wallet answered that a transfer is on its way. */
  sent: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    /** The network's own currency, or a token. */
    readonly kind: 'native' | 'token'
    readonly result: SendResult
  }
  /** The chain said what became of a transfer, or nobody will. */
  sendSettled: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly status: 'confirmed' | 'failed' | 'replaced' | 'dropped'
  }
  /** An account signed in on a network: its session is there. */
  signedIn: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly address: CaipAddress
  }
  /** Signing in did not come about: 'Error signing message', or it could not begin (SPEC §4). */
  signInFailed: {
    readonly namespace: ChainNamespace
    readonly caipNetworkId: CaipNetworkId
    readonly code: ErrorCode
  }
  /** The visitor declined to sign in. */
  signInCancelled: { readonly namespace: ChainNamespace; readonly caipNetworkId: CaipNetworkId }
  activeNamespaceChanged: { readonly namespace: ChainNamespace }
  /** The activity of the active account could not be read ('Failed to fetch transactions', SPEC §7). */
  transactionsFailed: { readonly caipNetworkId: CaipNetworkId; readonly code: ErrorCode }
  /** A developer-facing alert of SPEC §8: code, level, short and long text. */
  alert: { readonly code: ErrorCode; readonly level: 'error' | 'warning' | 'info'; readonly text: string }
}

export type FactType = keyof FactMap
export type FactListener<T extends FactType> = (fact: FactMap[T]) => void
