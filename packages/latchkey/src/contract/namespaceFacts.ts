/** What generic code must know of a namespace before its adapter is loaded, or without it (DESIGN, "The second storey"). */
import type { AccountTab } from './account.ts'
import type { CaipNetworkId } from './caip.ts'

/** How two written forms of an id are compared: letter for letter, or whatever the case of their letters. */
export type Spelling = 'exact' | 'caseless'

/** The path words of a block explorer's pages, without slashes at their ends: `address`, `tx`. */
export interface ExplorerPaths {
  /** Before an address. */
  readonly address: string
  /** Before a transaction's id. */
  readonly transaction: string
}

/** What an account can do beyond signing: `send` needs `sending` in the adapter, `swap` needs `swapping`; `buy` needs nothing of it (SPEC §6). */
export type AccountAction = 'send' | 'swap' | 'buy'

/** Plain, JSON-safe data of a few bytes: it is in the first chunk of every page that lists the adapter. */
export interface NamespaceFacts {
  /** The ecosystem's name in a word or two, such as `Ethereum`; used where the texts have no words of their own. */
  readonly title: string
  /** The network under which wallet directories list what speaks the namespace. */
  readonly mainNetwork: CaipNetworkId
  /** What a CAIP-2 reference of the namespace looks like, as the source of a regular expression for the whole of it. */
  readonly chainIds: string
  /** What an address looks like, as the source of a regular expression for the whole of it: to tell it from those of others. */
  readonly addressShape?: string
  /** How addresses compare, both in the form that the adapter's `formatAddress` gives them. */
  readonly addresses: Spelling
  /** How the addresses of tokens compare. */
  readonly tokens: Spelling
  /** What a transaction's id looks like, as the source of a regular expression for the whole of it, and how two compare. */
  readonly transactions: { readonly pattern: string; readonly spelling: Spelling }
  /** Words of the explorers' paths; a network whose explorer has others says so in `blockExplorers`. */
  readonly explorer: ExplorerPaths
  /** Tabs of Account that the services or the wallet can fill (SPEC §6). */
  readonly tabs: readonly AccountTab[]
  /** What its accounts can do (SPEC §6). A connection may still not have the ability. */
  readonly actions: readonly AccountAction[]
  /** By which kind of provider the wallet frame speaks the namespace (EIP-1193, Wallet Standard); absent: it does not. */
  readonly embedded?: 'eip1193' | 'standard'
  /** How the network's URLs are asked (`RpcRequest`); absent: JSON-RPC (SPEC §7). */
  readonly nodes?: 'rest' | 'graphql'
  /**
   * Namespaces that say the same word share their wallets' prompt: a wallet that speaks several of them answers for all with one, as a
   * bitcoin wallet does for Stacks. Absent: each has a prompt of its own (SPEC §3 "Connection").
   */
  readonly prompt?: string
  /**
   * An address that no account has. It stands for the account where wallets connect and sign in with one approval, before the account is
   * known; absent: its wallets cannot.
   */
  readonly earlySignIn?: string
  /**
   * Under which SLIP-44 coin type a name holds an address of the namespace; absent: names do not lead to its accounts.
   * `perChain`: every chain but the main network may have an address of its own (ENSIP-11).
   */
  readonly names?: { readonly coinType: number; readonly perChain?: true }
}

/** The one form that all spellings of an id share: a key for lists and maps. */
export function spelledOnce(id: string, spelling: Spelling): string {
  return spelling === 'caseless' ? id.toLowerCase() : id
}

/** Whether two ids are the same by the spelling of their namespace; two that are absent are. */
export function isSameId(one: string | undefined, other: string | undefined, spelling: Spelling): boolean {
  if (one === undefined || other === undefined) return one === other
  return spelledOnce(one, spelling) === spelledOnce(other, spelling)
}
