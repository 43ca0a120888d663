/** Accounts and account state (SPEC §3). */
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

/** What a host reads about one namespace: SPEC §3's account state, JSON-safe (SPEC-NOTES §3). */
export interface AccountState {
  readonly caipAddress?: CaipAddress
  readonly address?: string
  readonly isConnected: boolean
  readonly isReconnecting: boolean
  readonly status: ConnectionStatus
  /** Decimal string in whole units; absent while unknown. */
  readonly balance?: string
  readonly balanceSymbol?: string
  readonly profileName?: string
  readonly profileImage?: string
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
  addressLabels: Object.freeze({}),
  allAccounts: Object.freeze([]),
})
