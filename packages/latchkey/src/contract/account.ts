/** Accounts and account state (SPEC §3). */
import type { TokenBalance } from './balance.ts'
import type { CaipAddress } from './caip.ts'

/** `payment` and `ordinals` are bitcoin's (SPEC §6). */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinals'

/** One account of a connection; its address is the last part of `caip10`. */
export interface Account {
  readonly caip10: CaipAddress
  readonly type: AccountType
  readonly publicKey?: string
  readonly path?: string
  readonly label?: string
  readonly purpose?: 'payment' | 'ordinals'
}

/** SPEC §3's three values; a silent restore is `connecting` with `isReconnecting`. */
export type ConnectionStatus = 'connecting' | 'connected' | 'disconnected'

/** The tabs of the Account view (SPEC §2). */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** What a host reads about one namespace: SPEC §3's account state, JSON-safe (SPEC-NOTES §3). */
export interface AccountState {
  readonly caipAddress?: CaipAddress
  readonly address?: string
  /** The connection whose account it is. */
  readonly connectionId?: string
  readonly isConnected: boolean
  readonly isReconnecting: boolean
  readonly status: ConnectionStatus
  /** Decimal string in whole units; absent while unknown. */
  readonly balance?: string
  readonly balanceSymbol?: string
  /** What the account holds on its network, the most valuable first; absent while unknown. Read while it is looked at. */
  readonly tokenBalance?: readonly TokenBalance[]
  /** The tab that Account shows; it stays while the widget is open. */
  readonly currentTab: AccountTab
  readonly profileName?: string
  readonly profileImage?: string
  /** Whether this account has signed in on its network; absent while that is not known, or where the host asks for no sign-in. */
  readonly isAuthenticated?: boolean
  readonly addressLabels: Readonly<Record<string, string>>
  readonly allAccounts: readonly {
    readonly address: string
    readonly type: AccountType
    readonly publicKey?: string
  }[]
}

/** The state of a namespace that nobody connected. */
export const disconnectedAccount: AccountState = Object.freeze({
  isConnected: false,
  isReconnecting: false,
  status: 'disconnected',
  currentTab: 'tokens',
  addressLabels: Object.freeze({}),
  allAccounts: Object.freeze([]),
})
