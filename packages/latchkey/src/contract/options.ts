/** The options a host gives (SPEC §1; SPEC-NOTES §1, §7). Plain data is copied and frozen at create (DECISIONS C3). */
import type { AdapterDescriptor } from './adapter.ts'
import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { NetworkInput } from './network.ts'
import type { SiweConfig } from './siweConfig.ts'
import type { Siwx } from './siwx.ts'
import type { StorageLike } from './storage.ts'
import type { CustomWallet } from './wallet.ts'

export type ThemeMode = 'light' | 'dark'

/** Host theme values; each maps to one `--lk-*` variable. A value that is no colour, length or number is ignored. */
export interface ThemeVariables {
  readonly accent?: string
  readonly fontFamily?: string
  readonly fontSizeMaster?: string
  readonly radiusMaster?: string
  readonly colorMix?: string
  readonly colorMixStrength?: number
  readonly zIndex?: number
  readonly card?: string
  readonly raised?: string
  readonly line?: string
  readonly text?: string
  readonly textMuted?: string
  readonly scrim?: string
}

export interface Metadata {
  readonly name: string
  readonly description?: string
  readonly url?: string
  readonly icons?: readonly string[]
}

export type ConnectorOrder =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
export type ConnectMethod = 'email' | 'social' | 'wallet'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'
export type SocialProvider = 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook'

/** Feature flags; every remote flag of SPEC §1 can also be set here. */
export interface Features {
  readonly email?: boolean
  readonly socials?: boolean | readonly SocialProvider[]
  readonly swaps?: boolean
  readonly onramp?: boolean
  readonly activity?: boolean
  readonly branding?: boolean
  readonly multiWallet?: boolean
  readonly emailCapture?: boolean
  readonly payWithExchange?: boolean
  readonly payments?: boolean
  readonly authentication?: boolean
  readonly send?: boolean
  readonly receive?: boolean
  readonly analytics?: boolean
  readonly legalCheckbox?: boolean
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  readonly connectorTypeOrder?: readonly ConnectorOrder[]
  readonly walletFeaturesOrder?: readonly WalletFeature[]
}

export interface Endpoints {
  readonly api?: string
  readonly rpc?: string
  readonly directory?: string
  readonly relay?: string
  readonly frame?: string
  readonly analytics?: string
  readonly images?: string
}

export type Preload = 'intent' | 'idle' | 'none'

export interface LatchkeyOptions {
  /** Required; missing → APKT008. */
  readonly projectId: string
  readonly networks?: readonly NetworkInput[]
  readonly adapters?: readonly AdapterDescriptor[]
  readonly metadata?: Metadata
  /** Distinguishes two widgets of one page; also in storage keys. Default 'default'. */
  readonly id?: string
  readonly defaultNetwork?: NetworkInput | CaipNetworkId
  /** Follows the system unless set. */
  readonly themeMode?: ThemeMode
  readonly themeVariables?: ThemeVariables
  readonly features?: Features
  readonly basic?: boolean
  readonly enableWallets?: boolean
  readonly enableInjected?: boolean
  readonly enableEIP6963?: boolean
  readonly enableReconnect?: boolean
  readonly enableNetworkSwitch?: boolean
  readonly allowUnsupportedChain?: boolean
  /** SPEC §2 "appending disabled": false appends nothing until `mount(element)`. */
  readonly autoMount?: boolean
  readonly manualWCControl?: boolean
  readonly signOutOnDisconnect?: boolean
  /** Signing in after connecting (SPEC §4); kept by reference. */
  readonly siwx?: Siwx
  /** The same from functions that were written for other kits, on eip155; kept by reference. Not beside `siwx`. */
  readonly siweConfig?: SiweConfig
  /** Whether nobody goes on without signing in, where the services do it (`features.authentication`). Default true; a `siwx` says it by `getRequired`. */
  readonly signInRequired?: boolean
  /** Ask the wallet to forget the permission on disconnect (EIP-2255); off by default, some wallets prompt. */
  readonly revokeOnDisconnect?: boolean
  readonly includeWalletIds?: readonly string[]
  readonly excludeWalletIds?: readonly string[]
  readonly featuredWalletIds?: readonly string[]
  readonly customWallets?: readonly CustomWallet[]
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly (string | { readonly url: string })[]>>
  readonly termsConditionsUrl?: string
  readonly privacyPolicyUrl?: string
  readonly endpoints?: Endpoints
  /**
   * Whose wallet directory and remote flags are believed: public keys, base64url, as the server prints its own at its
   * start. Without one the bundled wallets are listed and the flags are taken as they come, but for `latchkey-dev`.
   */
  readonly directoryKeys?: readonly string[]
  readonly restrictedTimezones?: readonly string[]
  readonly preload?: Preload
  readonly locale?: string
  /** Replaces visible texts by key. */
  readonly texts?: Readonly<Record<string, string>>
  /** Where the widget keeps its keys; default the page's localStorage. Kept by reference. */
  readonly storage?: StorageLike
  /** Labels the host gives to addresses. */
  readonly addressLabels?: Readonly<Record<string, string>>
  /** A connection snapshot from a cookie, for server rendering without a flash. */
  readonly initialState?: string
  /** Namespace shown first when several adapters are listed. Default the first network's. */
  readonly defaultNamespace?: ChainNamespace
}

/** What `update(patch)` accepts (DECISIONS C3). */
export type LatchkeyPatch = Partial<
  Pick<
    LatchkeyOptions,
    | 'themeMode'
    | 'themeVariables'
    | 'locale'
    | 'texts'
    | 'metadata'
    | 'termsConditionsUrl'
    | 'privacyPolicyUrl'
    | 'features'
    | 'includeWalletIds'
    | 'excludeWalletIds'
    | 'featuredWalletIds'
    | 'customWallets'
    | 'enableWallets'
    | 'enableNetworkSwitch'
    | 'allowUnsupportedChain'
    | 'addressLabels'
  >
>
