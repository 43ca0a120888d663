/**
 * A wallet as the plain adapter uses it, whatever it is reached by: an object in the page, or requests over the relay. It is for namespaces
 * whose accounts connect, sign texts and follow the wallet, and do not send from here (SPEC §6). What a wallet cannot do is absent.
 */
import type { Account } from '../../contract/account.ts'
import type { CaipNetworkId, ChainNamespace } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'

/** An account that a wallet shares, as the wallet writes its address on the network that was asked for. */
export interface PlainAccount extends Omit<Account, 'caip10'> {
  /** In the form that the adapter's `formatAddress` gives it. */
  readonly address: string
  /** What the wallet is called with; only the wallet's own binding touches it. */
  readonly source?: unknown
}

/** What a wallet is asked for. */
export interface AccountsOrder {
  /** True: must not prompt. */
  readonly silent: boolean
  /** Where the page will be with the wallet. A wallet that tells its own network goes by that. */
  readonly network: Network
  /** The host's networks of the namespace: wallets that approve by chain are asked for all of them with one prompt. */
  readonly networks: readonly Network[]
  /** Other namespaces of the host that the same prompt may answer for. */
  readonly joint: readonly ChainNamespace[]
  /** As `ConnectProviderOptions.prompt`. */
  readonly prompt?: { answer?: unknown } | undefined
  /**
   * The accounts of our own record of a connection that is restored or followed, for wallets that cannot be asked without a prompt. Absent:
   * a wallet that may prompt a stranger is not asked silently.
   */
  readonly known?: readonly Account[] | undefined
}

export interface PlainWallet {
  /**
   * Asks for the accounts, the active one first. Silently asked, undefined where the page is none that the wallet knows; `bad` for an
   * answer that is no list of accounts. @throws whatever the wallet throws.
   */
  accounts(order: AccountsOrder): Promise<readonly PlainAccount[] | 'bad' | undefined>
  /** Where the wallet says it is, asked after `accounts`; absent or undefined: it does not tell, and the network is the page's own. */
  readonly where?: (networks: readonly Network[]) => Promise<CaipNetworkId | undefined>
  /** Whether the wallet can be on a network at all; absent: on any. */
  readonly reaches?: (network: Network) => boolean
  /** Moves the wallet; absent where the network is the page's own. @throws whatever the wallet throws. */
  readonly move?: ((network: Network) => Promise<void>) | undefined
  /**
   * Listens. `stale`: accounts or network may have changed, and are read anew without a prompt. `disconnected`: the page is not shared
   * with any more. Changes that make no sense are dropped.
   */
  watch(changed: (change: 'stale' | 'disconnected') => void): () => void
  /** The signature in the text form that is verified. @throws whatever the wallet throws; WALLET_BAD_ANSWER. */
  readonly signMessage?:
    | ((order: {
        readonly account: PlainAccount
        readonly network: Network
        readonly message: string
      }) => Promise<string>)
    | undefined
  /** True: the wallet has no active account, and the order of its accounts means nothing. */
  readonly keepsActive?: true
  /** Ends the connection in the wallet. @throws whatever the wallet throws. */
  readonly disconnect?: (() => Promise<unknown>) | undefined
}
