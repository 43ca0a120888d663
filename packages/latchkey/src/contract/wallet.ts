/** Wallets: discovered, listed and shown (SPEC §3 "Wallet listing item", SPEC-NOTES §2). */
import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** A wallet of the directory (SPEC §3 "Wallet listing item"). */
export interface WalletListing {
  readonly id: string
  readonly name: string
  readonly image_id?: string
  readonly image_url?: string
  readonly rdns?: string
  /** How its ecosystem finds the installed wallet where there is no rdns. */
  readonly injected?: readonly InjectedId[]
  /** Of the monogram where there is no picture, `#rrggbb`. */
  readonly color?: string
  readonly badge_type?: 'certified' | 'none'
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  /** The app's universal link, an https address that the system hands to the app; `mobile_link` is then its scheme. */
  readonly link_mode?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly homepage?: string
  readonly chains?: readonly CaipNetworkId[]
  /** Relays that the wallet listens on; absent in a directory: the public network's own. */
  readonly relays?: readonly string[]
}

/** The name under which a namespace's discovery finds an installed wallet. */
export interface InjectedId {
  readonly namespace: ChainNamespace
  /**
   * solana, sui: the Wallet Standard name; polkadot: the name in `injectedWeb3`; else the path of the global, such as
   * `keplr` or `LeatherProvider`.
   */
  readonly injected_id: string
}

/** A wallet that the host adds itself (SPEC §1 "custom wallets"). */
export interface CustomWallet extends Omit<WalletListing, 'chains' | 'injected' | 'color' | 'badge_type'> {
  readonly chains?: readonly CaipNetworkId[]
}

/** A wallet found in this page: announced (EIP-6963, Wallet Standard), or a known global. */
export interface DiscoveredWallet {
  /** Unique in this page: the announcement's uuid, or the namespace and global of an injected one. */
  readonly key: string
  readonly namespace: ChainNamespace
  readonly source: 'announced' | 'injected'
  readonly info: { readonly name: string; readonly icon?: string; readonly rdns?: string }
  /** The foreign object; only the namespace's adapter touches it. */
  readonly provider: unknown
}

/** A canonical wallet id. The prefixes in order of preference: `rdns:`, `dir:`, `std:`, `custom:`. */
export type WalletId = `rdns:${string}` | `dir:${string}` | `std:${string}` | `custom:${string}`

/** The tag beside a wallet's name in the list. */
export type WalletTag = 'installed' | 'recent' | 'connected' | 'qrcode'

/** One row of the wallet list: one wallet across its sources. */
export interface WalletRow {
  /** Unique among the rows; equals the wallet id unless two announcements claim one rdns (T21). */
  readonly key: string
  readonly walletId: WalletId
  readonly name: string
  readonly icon?: string
  readonly imageId?: string
  readonly group: 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'
  readonly tag?: WalletTag
  /** Every discovered provider behind the row, one a namespace; empty when the wallet is not installed. */
  readonly discovered: readonly DiscoveredWallet[]
  readonly listing?: WalletListing
  /** Two announcements claim this rdns: both are shown, marked, and nothing is chosen for the visitor (T21). */
  readonly ambiguous?: boolean
}
