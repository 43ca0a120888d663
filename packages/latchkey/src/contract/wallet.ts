/** Wallets: discovered, listed and shown (SPEC §3 "Wallet listing item", SPEC-NOTES §2). */
import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** A wallet of the directory (SPEC §3 "Wallet listing item"). */
export interface WalletListing {
  /** The id in the directory. */
  readonly id: string
  /** The name that visitors read. */
  readonly name: string
  /** The id of the picture at the image service. */
  readonly image_id?: string
  /** The URL of the picture, or a data URI. */
  readonly image_url?: string
  /** The reversed domain name that the wallet announces (EIP-6963), for example `com.example.wallet`. */
  readonly rdns?: string
  /** How a namespace finds the installed wallet where there is no rdns. */
  readonly injected?: readonly InjectedId[]
  /** The color of the monogram where there is no picture, `#rrggbb`. */
  readonly color?: string
  /** Whether the directory certifies the wallet. */
  readonly badge_type?: 'certified' | 'none'
  /** The link that opens the app on a phone, for example `wallet://`. */
  readonly mobile_link?: string
  /** The link that opens the desktop app. */
  readonly desktop_link?: string
  /** The URL of the web app. */
  readonly webapp_link?: string
  /** The app's universal link, an https URL that the system hands to the app. `mobile_link` is then its scheme. */
  readonly link_mode?: string
  /**
   * The template of the link that opens a page in the wallet's own browser, an https universal link. In it `{url}` is the
   * page's address percent-encoded, `{urlTwice}` the same encoded twice, `{page}` the address without its scheme, and
   * `{origin}` the page's origin.
   */
  readonly browse?: string
  /** Other names that a search finds the wallet by, such as `mm`. */
  readonly aliases?: readonly string[]
  /** The URL in the App Store. */
  readonly app_store?: string
  /** The URL in Google Play. */
  readonly play_store?: string
  /** The URL in the Chrome Web Store. */
  readonly chrome_store?: string
  /** The URL of the wallet's site. */
  readonly homepage?: string
  /** CAIP-2 ids of the supported networks. */
  readonly chains?: readonly CaipNetworkId[]
  /** URLs of the relays that the wallet listens on. Absent in a directory: the public network's own. */
  readonly relays?: readonly string[]
}

/** The name under which a namespace's discovery finds an installed wallet. */
export interface InjectedId {
  /** The namespace whose discovery finds it. */
  readonly namespace: ChainNamespace
  /**
   * solana, sui: the Wallet Standard name; polkadot: the name in `injectedWeb3`; else the path of the global, such as
   * `keplr` or `LeatherProvider`.
   */
  readonly injected_id: string
}

/** A wallet that the host adds itself (SPEC §1 "custom wallets"). */
export interface CustomWallet extends Omit<WalletListing, 'chains' | 'injected' | 'color' | 'badge_type'> {
  /**
   * CAIP-2 ids of the supported networks.
   * @default all
   */
  readonly chains?: readonly CaipNetworkId[]
}

/** A wallet found in this page: announced (EIP-6963, Wallet Standard), or a known global. */
export interface DiscoveredWallet {
  /** Unique in this page: the announcement's uuid, or the namespace and global of an injected one. */
  readonly key: string
  readonly namespace: ChainNamespace
  readonly source: 'announced' | 'injected'
  readonly info: { readonly name: string; readonly icon?: string; readonly rdns?: string }
  /**
   * The id under which it was found in its namespace, as listings have it in `injected`: the path of a global or registry entry, such as
   * `XverseProviders.BitcoinProvider`, or the name in `injectedWeb3`. Absent: the name is the id, as in Wallet Standard.
   */
  readonly injectedId?: string
  /** The foreign object; only the namespace's adapter touches it. */
  readonly provider: unknown
}

/** A canonical wallet id. The prefixes in order of preference: `rdns:`, `dir:`, `std:`, `custom:`. */
export type WalletId = `rdns:${string}` | `dir:${string}` | `std:${string}` | `custom:${string}`

/** The tag beside a wallet's name in the list. */
export type WalletTag = 'installed' | 'recent' | 'connected' | 'qrcode'

/** One row of the wallet list: one wallet across its sources. */
export interface WalletRow {
  /**
   * Unique among the rows, and the same while another namespace of the wallet is found. The wallet id, unless two
   * announcements claim one rdns (T21) or the namespace that was found first says no rdns.
   */
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
  /** The namespace in which the visitor used it last; only of a wallet of several that is among the recent ones. */
  readonly usedNamespace?: ChainNamespace
  /** Two announcements claim this rdns: both are shown, marked, and nothing is chosen for the visitor (T21). */
  readonly ambiguous?: boolean
}
