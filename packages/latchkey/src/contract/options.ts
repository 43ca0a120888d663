/** The options a host gives (SPEC §1; SPEC-NOTES §1, §7). Plain data is copied and frozen at create (DECISIONS C3). */
import type { AdapterDescriptor } from './adapter.ts'
import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { NetworkInput } from './network.ts'
import type { SiweConfig } from './siweConfig.ts'
import type { Siwx } from './siwx.ts'
import type { StorageLike } from './storage.ts'
import type { CustomWallet } from './wallet.ts'

/** The two color themes of the widget (SPEC §5 "Theme mode"). */
export type ThemeMode = 'light' | 'dark'

/**
 * A ready look of the widget, in both modes: `calm` is warm and quiet, `mono` black and white, `vivid` violet on tinted surfaces,
 * `rounded` blue with round corners and font, `square` plain with square corners.
 */
export type ThemePreset = 'calm' | 'mono' | 'vivid' | 'rounded' | 'square'

/**
 * Colors, sizes and font that the host gives to the widget (SPEC §1). Each sets one or more `--lk-*` CSS variables. A
 * color holds for both modes, unless it is written `light-dark(#0f7b5f, #3ed6a8)`. A value that is malformed is ignored and
 * named in an alert.
 */
export interface ThemeVariables {
  /**
   * The color of the main buttons and of links: opaque hex, `rgb()` or `hsl()`.
   * @default '#0f7b5f' light, '#3ed6a8' dark
   */
  readonly accent?: string
  /**
   * The font of all texts: a comma-separated list of family names.
   * @default the font of the system
   */
  readonly fontFamily?: string
  /**
   * The size from which all text sizes derive: a CSS length from 6px to 24px.
   * @default '10px'
   */
  readonly fontSizeMaster?: string
  /**
   * The length from which all corner radii derive: a CSS length from 0px to 16px.
   * @default '4px'
   */
  readonly radiusMaster?: string
  /**
   * A color that is mixed into the surfaces in the share that `colorMixStrength` gives: opaque hex, `rgb()` or `hsl()`.
   * @default none
   */
  readonly colorMix?: string
  /**
   * The share of `colorMix` in the surfaces, in percent from 0 to 100.
   * @default 0
   */
  readonly colorMixStrength?: number
  /**
   * The stacking order of the widget's element on the page.
   * @default 2147483000
   */
  readonly zIndex?: number
  /**
   * The background of the dialog: opaque hex, `rgb()` or `hsl()`.
   * @default '#ffffff' light, '#16181d' dark
   */
  readonly card?: string
  /**
   * The background of rows and fields on the card: opaque hex, `rgb()` or `hsl()`.
   * @default '#f6f6f4' light, '#1f2228' dark
   */
  readonly raised?: string
  /**
   * The color of separators and borders; it may be translucent.
   * @default 'rgb(20 22 26 / .09)' light, 'rgb(255 255 255 / .09)' dark
   */
  readonly line?: string
  /**
   * The color of main texts: opaque hex, `rgb()` or `hsl()`. It moves to a readable shade where the contrast is below
   * WCAG AA.
   * @default '#14161a' light, '#f3f4f6' dark
   */
  readonly text?: string
  /**
   * The color of secondary texts: opaque hex, `rgb()` or `hsl()`. It moves to a readable shade where the contrast is
   * below WCAG AA.
   * @default '#5b606b' light, '#a6abb6' dark
   */
  readonly textMuted?: string
  /**
   * The color of the layer that covers the page behind the dialog; it may be translucent.
   * @default 'rgb(14 16 20 / .46)'
   */
  readonly scrim?: string
}

/** How the host presents itself to wallets and visitors (SPEC §1). */
export interface Metadata {
  /** The name of the site or app. */
  readonly name: string
  /**
   * One sentence about the site or app.
   * @default none
   */
  readonly description?: string
  /**
   * The URL of the site or app.
   * @default none
   */
  readonly url?: string
  /**
   * URLs of the app's icons. Sign-in shows the first one.
   * @default none
   */
  readonly icons?: readonly string[]
}

/** A group of the wallet list, for `features.connectorTypeOrder` (SPEC §9 "Connector order"). */
export type ConnectorOrder =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
/** A way to connect, for `features.connectMethodsOrder` (SPEC §9 "Connect method order"). */
export type ConnectMethod = 'email' | 'social' | 'wallet'
/** An action of the account, for `features.walletFeaturesOrder` (SPEC §9). */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'
/** A login provider, for `features.socials` (SPEC §9 "Default socials"). */
export type SocialProvider = 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook'

/** Feature flags of the host (SPEC §1). With `endpoints.directory` the project's own flags override most of them. */
export interface Features {
  /**
   * Shows an email field in Connect, which leads to the embedded wallet (docs/embedded-wallet.md). Passkeys stand
   * beside it where browser and services support them. Needs `endpoints.frame`.
   * @default false
   */
  readonly email?: boolean
  /**
   * Login providers of the embedded wallet: `true` for all, or a list of `google`, `x`, `farcaster`, `discord`,
   * `apple`, `github` and `facebook` in the order of display. Providers that the services have not set up are left out.
   * Passkeys are offered with them (docs/how-to/embedded-wallet.md). Needs `endpoints.frame`.
   * @default false
   */
  readonly socials?: boolean | readonly SocialProvider[]
  /**
   * Lets visitors swap tokens from Account and FundWallet (docs/swap.md). Supports `eip155`. Needs `endpoints.api`.
   * @default false
   */
  readonly swaps?: boolean
  /**
   * Lets visitors buy crypto with fiat from Account and FundWallet. Needs `endpoints.api` with an on-ramp; `restrictedTimezones` hides it.
   * @default false
   */
  readonly onramp?: boolean
  /**
   * Shows the account's transactions in an Activity tab of Account. Supports `eip155`. Needs `endpoints.api`.
   * @default false
   */
  readonly activity?: boolean
  /**
   * Shows "Powered by Latchkey" under the network list.
   * @default false
   */
  readonly branding?: boolean
  /**
   * Lets a visitor connect several wallets at once (SPEC §6). Account leads to them through `ProfileWallets`, and up to
   * eight disconnected ones are remembered. When off, a second connection replaces the first of its namespace.
   * @default false
   */
  readonly multiWallet?: boolean
  /**
   * Requires a proven email address before sign-in, at the host's backend or at the services. Needs `endpoints.api`.
   * @default false
   */
  readonly emailCapture?: boolean
  /**
   * Lets visitors deposit from an exchange in FundWallet, and pay from one in `Pay`. Needs `endpoints.api` with an exchange; `restrictedTimezones` hides it.
   * @default false
   */
  readonly payWithExchange?: boolean
  /**
   * Lets the page ask to be paid by `pay()`. Supports `eip155` and `solana`; payments that a backend made need `endpoints.api`.
   * @default false
   */
  readonly payments?: boolean
  /**
   * Signs visitors in at the services instead of the host's backend (docs/how-to/sign-in.md). Needs `endpoints.api`.
   * @default false
   */
  readonly authentication?: boolean
  /**
   * Lets visitors send tokens from Account, in namespaces and with wallets that support it (SPEC §6).
   * @default true
   */
  readonly send?: boolean
  /**
   * Shows the account's address and code, and Receive among the ways to fund.
   * @default true
   */
  readonly receive?: boolean
  /**
   * Sends the events of docs/data-and-privacy.md to `endpoints.analytics`. Only the host can turn it on, and the
   * project must want events too.
   * @default false
   */
  readonly analytics?: boolean
  /**
   * Requires a ticked box before a wallet, a code or a login can be used, also in views opened directly. Needs `termsConditionsUrl` or `privacyPolicyUrl`.
   * @default false
   */
  readonly legalCheckbox?: boolean
  /**
   * The order of the ways to connect. Ways that are left out follow.
   * @default wallet, email, social where a wallet is installed; else email, social, wallet
   */
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  /**
   * The order of the groups in the wallet list, whose sections (Recent, Installed, On your phone, Get a wallet) then stand in that of
   * their first rows. Groups that are left out follow in the default order. No adapter brings wallets of the group `external` yet; the
   * console says so where it is named.
   * @default walletConnect, recent, injected, featured, custom, external, recommended; walletConnect last unless the relay is shared (`sharedRelay`)
   */
  readonly connectorTypeOrder?: readonly ConnectorOrder[]
  /**
   * The order of the account's actions. Actions that are left out follow.
   * @default receive, send, swaps, onramp
   */
  readonly walletFeaturesOrder?: readonly WalletFeature[]
}

/** Base URLs of the host's own services (SPEC §7). The widget sends no request to an endpoint that is not set. */
export interface Endpoints {
  /**
   * The data services: names and pictures of accounts, tokens, NFTs, activity, receivers, hosted sign-in, email codes,
   * login providers and page attestations. Testnets have no names or pictures.
   * @default none
   */
  readonly api?: string
  /**
   * The RPC proxy. Chains are read through it first, and directly when it fails. Without it, several URLs of one
   * network are ranked by a ping every 4 s while in use. A node more than 20 blocks behind is asked last, and
   * `RPC_STALE` names it.
   * @default none
   */
  readonly rpc?: string
  /**
   * The project's flags, its allowed origins and the wallet directory. A page that the project does not list gets
   * `APKT002`, and the widget shows it to the visitor.
   * @default none
   */
  readonly directory?: string
  /**
   * The relay for wallets on other devices, a `wss://` URL. With it, wallets beyond this browser can be chosen by QR
   * code or deep link. Dialed when a code is shown (in Connect on a wide screen, see `layout`), when a visitor pairs, or to restore a session. A wallet that does not listen on this
   * relay (`relays` of its listing) is not offered for pairing.
   * @default none
   */
  readonly relay?: string
  /**
   * The origin of the embedded wallet, a site other than the page. Its frame loads when a visitor starts a login, and
   * to restore one. Needed for `features.email` and `features.socials`.
   * @default none
   */
  readonly frame?: string
  /**
   * The sink of the analytics events that `features.analytics` turns on.
   * @default none
   */
  readonly analytics?: string
  /**
   * The image proxy for pictures of wallets, networks, accounts and NFTs.
   * @default `directory` or `api`
   */
  readonly images?: string
}

/**
 * When the code behind the button loads: once the page is at rest, or earlier on hover or focus ('idle'), on hover or
 * focus ('intent'), or on click ('none').
 */
export type Preload = 'intent' | 'idle' | 'none'

/**
 * The options of `createLatchkey` (SPEC §1). Plain data is copied and frozen; `adapters`, `storage`, `siwx` and
 * `siweConfig` are used by reference.
 */
export interface LatchkeyOptions {
  /**
   * The project id: 1 to 64 letters, digits, `-` or `_`. Sent only to your own `endpoints`. The services of the local
   * stack know `latchkey-dev`.
   * @throws LatchkeyError APKT008 when it is missing.
   */
  readonly projectId: string
  /**
   * The networks of the app: constants of `latchkey/networks`, or viem and wagmi `Chain` objects. `addNetwork` and
   * `removeNetwork` change the list later. While it is empty, a wallet may be on any network, and nothing is read, sent
   * or signed in there.
   * @default none
   */
  readonly networks?: readonly NetworkInput[]
  /**
   * One adapter for each namespace, for example `[evm()]`.
   * @default none
   */
  readonly adapters?: readonly AdapterDescriptor[]
  /**
   * How the host presents itself. Sign-in shows its name and its first icon.
   * @default none
   */
  readonly metadata?: Metadata
  /**
   * Distinguishes two widgets of one page: it is part of storage keys and of the stage element. 1 to 64 letters,
   * digits, `.`, `-` or `_`.
   * @default 'default'
   */
  readonly id?: string
  /**
   * The network that is active while no wallet is connected. It must be one of `networks`.
   * @default the first network of its namespace
   * @throws LatchkeyError CONFIG_INVALID when `networks` does not list it.
   */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId
  /**
   * The color theme, `'light'` or `'dark'`. `setThemeMode('system')` returns to the default.
   * @default follows the system
   */
  readonly themeMode?: ThemeMode
  /**
   * A ready look: `'calm'`, `'mono'`, `'vivid'`, `'rounded'` or `'square'`, each in both modes. `themeVariables` go over it.
   * @default Latchkey's own look
   */
  readonly themePreset?: ThemePreset
  /**
   * Colors, sizes and font of the widget. Texts move to shades that are readable on the given colors (WCAG AA); the console
   * names each color that had to, with its contrast.
   * @default none
   */
  readonly themeVariables?: ThemeVariables
  /**
   * The URL of the host's square logo, which stands before the title of Connect: https, `blob:` of the page, or a `data:` image of up
   * to 64 KB. `{ light, dark }` has one for each mode. It is fetched when Connect is shown.
   * @default none
   */
  readonly logo?: string | { readonly light: string; readonly dark: string }
  /**
   * How Connect stands on a screen of 768 px or more: `'wide'` with the code for a phone beside the list, `'narrow'` with the list
   * alone, as on smaller screens, on phones and inline. The code needs `endpoints.relay`, which is dialed when the dialog opens so.
   * @default 'wide'
   */
  readonly layout?: 'wide' | 'narrow'
  /**
   * Feature flags. A patch replaces the whole object.
   * @default none
   */
  readonly features?: Features
  /**
   * Reduces the widget to a pairing dialog: no project flags, names, pictures or balances. Every flag that a project
   * could set is off (SPEC §1 "basic mode"). With `endpoints.relay`, a visitor without a connection sees the pairing
   * view, on a phone all wallets.
   * @default false
   */
  readonly basic?: boolean
  /**
   * Shows the wallet list.
   * @default true
   */
  readonly enableWallets?: boolean
  /**
   * Uses `window.ethereum` when no wallet has announced itself.
   * @default true
   */
  readonly enableInjected?: boolean
  /**
   * Finds wallets that announce themselves (EIP-6963, Wallet Standard).
   * @default true
   */
  readonly enableEIP6963?: boolean
  /**
   * Restores a stored connection on load, without a prompt.
   * @default true
   */
  readonly enableReconnect?: boolean
  /**
   * Lets visitors switch networks in the widget. When `false`, a network that `networks` does not list is tolerated.
   * @default true
   */
  readonly enableNetworkSwitch?: boolean
  /**
   * Tolerates a wallet on a network that `networks` does not list.
   * @default false
   */
  readonly allowUnsupportedChain?: boolean
  /**
   * Appends the widget to the page. When `false`, it waits for `mount(element)` and then stands in that element (SPEC
   * §2).
   * @default true
   */
  readonly autoMount?: boolean
  /**
   * Shows the pairing view at every opening, on a phone all wallets, because the host controls pairing itself. Needs
   * `endpoints.relay`.
   * @default false
   */
  readonly manualWCControl?: boolean
  /**
   * Ends sign-in sessions with their connection: all of them with the last one, else those of exactly its accounts
   * (SPEC §4 "Disconnect").
   * @default true
   */
  readonly signOutOnDisconnect?: boolean
  /**
   * The sign-in provider (SPEC §4): `createBackendSiwx({ url })` of `latchkey/siwx`, or an object of the same methods.
   * Its `getRequired` says whether sign-in is required, its `isServerVerified` whether a server checks each signature.
   * @default none
   */
  readonly siwx?: Siwx
  /**
   * A sign-in provider written for another kit, on eip155. It cannot be set together with `siwx` (SPEC §5).
   * @default none
   */
  readonly siweConfig?: SiweConfig
  /**
   * Requires sign-in where the services do it (`features.authentication`). A `siwx` decides by its own `getRequired`.
   * @default true
   */
  readonly signInRequired?: boolean
  /**
   * Offers to sign in by a transaction that is never sent, for accounts on hardware wallets that sign no texts (solana). Wallets do not
   * compare its text with the page. The server has to accept it: `acceptTransactions` of `latchkey/server`, `SIGNIN_TRANSACTIONS` of the
   * services.
   * @default false
   */
  readonly signInByTransaction?: boolean
  /**
   * US dollars. Before more than this is sent from an embedded wallet that only this browser can open, the visitor is
   * asked to protect it (docs/how-to/embedded-wallet.md). An amount of unknown worth counts as more. `Infinity` never
   * asks.
   * @default 0
   */
  readonly protectAbove?: number
  /**
   * The type of account that an embedded wallet uses for a visitor who has none yet, by namespace: `eoa` or `smartAccount`.
   * It counts at a login, before the first `connected`. Restored logins, visitors who used the wallet in this browser before
   * and those who switched keep their type. Without it a wallet uses the type that it was made with: `smartAccount` for new ones.
   * On networks without smart accounts the plain account is used (docs/smart-account.md).
   * @default the type of the wallet
   */
  readonly defaultAccountTypes?: Readonly<Partial<Record<ChainNamespace, 'eoa' | 'smartAccount'>>>
  /**
   * Asks the wallet on disconnect to revoke the permission (EIP-2255). Some wallets show a prompt.
   * @default false
   */
  readonly revokeOnDisconnect?: boolean
  /**
   * Whether the wallets of the directory listen on `endpoints.relay`. When they do, the row for any phone wallet stands
   * first among those on a phone; otherwise wallets known to listen there are rows, and the row for any other one stands last. Set it to `true`
   * for a relay that forwards to the public network.
   * @default true for the relays of the public network, else false
   */
  readonly sharedRelay?: boolean
  /**
   * Ids of the only wallets to list, besides featured and custom ones.
   * @default all wallets
   */
  readonly includeWalletIds?: readonly string[]
  /**
   * Ids of wallets that are not listed.
   * @default none
   */
  readonly excludeWalletIds?: readonly string[]
  /**
   * Ids of wallets to list after the installed ones and before the recommended ones.
   * @default none
   */
  readonly featuredWalletIds?: readonly string[]
  /**
   * Wallets of the host's own: `{ id, name, image_url?, rdns?, chrome_store?, homepage?, … }`.
   * @default none
   */
  readonly customWallets?: readonly CustomWallet[]
  /**
   * RPC URLs by CAIP-2 id. They replace those of the network and of `endpoints.rpc`. A URL is Esplora's for bip122, a Stacks API's for
   * stacks, a REST API's (LCD) for cosmos, a GraphQL endpoint for sui, and JSON-RPC elsewhere.
   * @default none
   */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly (string | { readonly url: string })[]>>
  /**
   * The URL of the terms. The wallet list links it.
   * @default none
   */
  readonly termsConditionsUrl?: string
  /**
   * The URL of the privacy policy. The wallet list links it.
   * @default none
   */
  readonly privacyPolicyUrl?: string
  /**
   * Base URLs of your own services. The widget sends no request to one that is not set.
   * @default none
   */
  readonly endpoints?: Endpoints
  /**
   * Public keys (43 base64url characters) whose wallet directory and remote flags are trusted. The server logs its own
   * as `directoryKey` at start; the key of an offline certifier works too. With a key, an answer that is unsigned,
   * changed, older than a seen one, or of another project is dropped: the last valid flags hold for seven days, then
   * your own. Without one, the directory is not asked, the bundled wallets are listed, and unsigned flags count, but
   * loosen nothing that `features` sets for security.
   * @default none; the development key for `latchkey-dev`, `latchkey-dev-signin` and `latchkey-dev-login`
   */
  readonly directoryKeys?: readonly string[]
  /**
   * Time zones whose visitors get no swap, no on-ramp and no exchange (SPEC §6 "Region"). `[]` restricts none. It reads
   * the browser's clock settings, so it is a courtesy and proves nothing. The console of such a browser says that it
   * applies.
   * @default Asia/Shanghai, Asia/Urumqi, Asia/Chongqing, Asia/Harbin, Asia/Kashgar, Asia/Macau, Asia/Hong_Kong,
   * Asia/Beijing
   */
  readonly restrictedTimezones?: readonly string[]
  /**
   * The price impact above which a swap is refused, as a part of one: 0.3 is 30 %. Above 3 % it warns, and above 10 % it wants
   * a second press.
   * @default 0.3
   */
  readonly swapPriceImpactLimit?: number
  /**
   * For demonstrations alone: where the services cannot say what can be bought or for how much, samples stand in for it, labelled
   * "Sample". Nothing can be bought with them (SPEC §7; reference T72).
   * @default false
   */
  readonly demo?: boolean
  /**
   * When the code behind the button loads: once the page is at rest, or earlier on hover or focus (`'idle'`), on hover
   * or focus (`'intent'`), or on click (`'none'`). Where the visitor saves data, has a 2g connection or is offline,
   * `'idle'` waits for hover or focus.
   * @default 'idle'
   */
  readonly preload?: Preload
  /**
   * The language tag of the widget's language, direction and number format. Words stay English unless `texts` replaces
   * them.
   * @default 'en'
   */
  readonly locale?: string
  /**
   * Replaces visible texts by key; `error.<code>` replaces the sentence of an error. The keys are in
   * the `*Texts.ts` files below `packages/latchkey/src/widget/`. The buttons on the page have only their `label`.
   * @default none
   */
  readonly texts?: Readonly<Record<string, string>>
  /**
   * Where the widget stores its keys: `getItem`, `setItem` and `removeItem`. They may return promises, but
   * `@latchkey/<id>/snapshot` must be read synchronously, or no connection is restored.
   * @default `localStorage`
   */
  readonly storage?: StorageLike
  /**
   * Labels by address. A label is shown in place of the address, on the button and in the account. Hex addresses may be
   * in lower case.
   * @default none
   */
  readonly addressLabels?: Readonly<Record<string, string>>
  /**
   * The text stored under `@latchkey/<id>/snapshot`, for server rendering without a flash. It can come from a cookie
   * that your `storage` writes beside `localStorage`. A cookie holds 4 kB, so leave out the wallets' pictures
   * (`data.connections[].wallet.icon`). `getServerState()` derives from it.
   * @default none
   */
  readonly initialState?: string
  /**
   * The namespace that is active first.
   * @default that of `defaultNetwork`, else of the first network
   */
  readonly defaultNamespace?: ChainNamespace
}

/** The options that `latchkey.update(patch)` can change. A value of the patch replaces the old one as a whole. */
export type LatchkeyPatch = Partial<
  Pick<
    LatchkeyOptions,
    | 'themeMode'
    | 'themePreset'
    | 'themeVariables'
    | 'logo'
    | 'layout'
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
    | 'protectAbove'
  >
>
