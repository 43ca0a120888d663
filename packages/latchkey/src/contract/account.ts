/** Accounts and account state (SPEC §3). */
import type { TokenBalance } from './balance.ts'
import type { CaipAddress } from './caip.ts'
import type { SocialProvider } from './options.ts'

/** The kinds of account. `payment` and `ordinals` are bitcoin's (SPEC §6). */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinals'

/** One account of a connection. Its address is the last part of `caip10`. */
export interface Account {
  /** The CAIP-10 id, for example `eip155:1:0xab…`. */
  readonly caip10: CaipAddress
  /** The kind of the account. */
  readonly type: AccountType
  /** The public key in the namespace's usual form, where the wallet gives it. */
  readonly publicKey?: string
  /** The derivation path, where the wallet gives it. */
  readonly path?: string
  /** The wallet's own name for the account. */
  readonly label?: string
  /** What a bitcoin address is for (SPEC §6). */
  readonly purpose?: 'payment' | 'ordinals'
}

/**
 * The connection status of an account (SPEC §4). During a silent restore it is `connecting`, with `isReconnecting` set.
 */
export type ConnectionStatus = 'connecting' | 'connected' | 'disconnected'

/** The tabs of the Account view (SPEC §2). */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** Who is logged in to the embedded wallet, as its frame said when they logged in (SPEC §3 "Embedded-wallet info"). */
export interface AccountUser {
  /** The email address of the login; absent where it has none. */
  readonly email?: string
  /** The name that the provider gives the visitor; absent where it gives none. */
  readonly username?: string
  /** How the visitor logged in: `email`, `passkey`, or the provider's name. */
  readonly authProvider: string
  /** The kind of the account in use. */
  readonly accountType: AccountType
  /** Whether the account in use is a contract on its network; absent while not known. */
  readonly isSmartAccountDeployed?: boolean
}

/** The account state of one namespace, JSON-safe (SPEC §3). Members that are not known are absent. */
export interface AccountState {
  /** The CAIP-10 address, for example `eip155:1:0xab…`. Absent while disconnected. */
  readonly caipAddress?: CaipAddress
  /** The address alone, in the namespace's usual form. Absent while disconnected. */
  readonly address?: string
  /** The id of the connection that holds the account. */
  readonly connectionId?: string
  /** Whether a wallet is connected in this namespace. */
  readonly isConnected: boolean
  /** Whether a stored connection is being restored. The stored address is shown meanwhile. */
  readonly isReconnecting: boolean
  /** The connection status: `connecting`, `connected` or `disconnected`. */
  readonly status: ConnectionStatus
  /**
   * The native balance in whole units, as a decimal string. Read while Account is open; absent while not known and on
   * testnets.
   */
  readonly balance?: string
  /** The symbol of the native currency, for example `ETH`. */
  readonly balanceSymbol?: string
  /**
   * The tokens of the account on its network, the most valuable first. Read while Account is open; absent while not
   * known.
   */
  readonly tokenBalance?: readonly TokenBalance[]
  /** The selected tab of Account. It stays selected while the widget is open. */
  readonly currentTab: AccountTab
  /** The name of the account, for example an ENS name. Absent without one and on testnets. */
  readonly profileName?: string
  /** The picture of the account: a `blob:` URL, or a `data:` URL for a drawing. Absent without one. */
  readonly profileImage?: string
  /** Whether this account has signed in on its network. Absent while not known, or where the host has no sign-in. */
  readonly isAuthenticated?: boolean
  /** Who is logged in; absent unless the account is an embedded wallet's. */
  readonly user?: AccountUser
  /**
   * The type of account that the visitor of an embedded wallet uses where the network carries it. Where it does not, the
   * account in use is of another type (`user.accountType`). Absent for other wallets.
   */
  readonly preferredAccountType?: AccountType
  /**
   * Whether the account in use is a contract on its network, as the chain says. Absent for other wallets, and while not
   * known.
   */
  readonly smartAccountDeployed?: boolean
  /** The provider that the login of the embedded wallet came by; absent for other logins and other wallets. */
  readonly socialProvider?: SocialProvider
  /**
   * The URL that a Farcaster app opens, while a login by Farcaster waits for it: a page of the wallet's own origin. On every
   * namespace of the embedded wallet; absent before and after.
   */
  readonly farcasterUrl?: string
  /** The host's labels of addresses, from the `addressLabels` option. */
  readonly addressLabels: Readonly<Record<string, string>>
  /** Every account of the connection in this namespace. */
  readonly allAccounts: readonly {
    readonly address: string
    readonly type: AccountType
    readonly publicKey?: string
  }[]
}

/** The account state of a namespace without a connection. */
export const disconnectedAccount: AccountState = Object.freeze({
  isConnected: false,
  isReconnecting: false,
  status: 'disconnected',
  currentTab: 'tokens',
  addressLabels: Object.freeze({}),
  allAccounts: Object.freeze([]),
})
