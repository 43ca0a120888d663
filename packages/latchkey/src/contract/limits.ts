/** Default chain id, when the host names no network (SPEC §9); by itself, because the light handle needs it alone. */
export const defaultChainId = 1

/**
 * The numbers of SPEC §9 that the engine and its rooms go by. Times are in milliseconds, sizes in bytes, lengths in CSS
 * pixels. Those of drawing alone (shake, notice, toast, how an address is shortened) stand in `ui/`, which knows nothing
 * of the contract; how many wallets are featured is the host's list, and four are recommended without one (decision 057).
 */
export const limits = {
  /** Cache lifetimes. */
  portfolioCache: 30_000,
  nativeBalanceCache: 30_000,
  nameCache: 300_000,
  identityCache: 300_000,
  transactionCache: 15_000,
  tokenPriceCache: 15_000,
  /** Email login cooldown. */
  emailCooldown: 30_000,
  /** Token balance retry gap. */
  balanceRetryGap: 30_000,
  /** Recent emails (SPEC §3 names them; how many is ours). */
  recentEmails: 3,
  /** Recent wallets. */
  recentWallets: 2,
  /** Pairing: expiry, guard and retry gap. */
  pairingExpiry: 240_000,
  pairingExpiredUnder: 10_000,
  pairingRetryGap: 1_000,
  /** Preload image timeout. */
  imageTimeout: 2_000,
  /** Debounce default. */
  debounce: 500,
  /** Modal history timeout: a push this soon after another replaces it. */
  historyTimeout: 100,
  /** View animation, out and in. */
  viewOut: 150,
  viewIn: 120,
  /** How long a view stays for one that a wallet may answer at once, and for one whose chunk is not here yet (LOOK). */
  viewPressed: 100,
  viewHeld: 400,
  /** Remote flags: how long what a host requires waits for them, and how long after opening Connect takes them (SPEC-NOTES §2). */
  flagsAwaited: 1_500,
  flagsLate: 150,
  /** Social popup. */
  popupWidth: 600,
  popupHeight: 800,
  /** Window of an on-ramp or an exchange (SPEC-NOTES §4). */
  orderWidth: 480,
  orderHeight: 720,
  /** A login window that was closed: for so long its login may still turn out to be over (reference §3.3). */
  popupGrace: 2_000,
  /** How long a login by way of another page or app can go on (reference §3.3). */
  socialLogin: 600_000,
  /** Alert error delay. */
  alertDelay: 300,
  /** Heartbeat interval. */
  heartbeat: 5_000,
  /** Iframe load timeout. */
  frameLoad: 20_000,
  /** Connect requests of the frame. */
  frameConnect: 120_000,
  /** Other requests of the frame: as long as it may take to load. */
  frameRequest: 20_000,
  /** Sign-out wait. */
  signOut: 3_000,
  /** Frame ready delay. */
  frameReady: 500,
  /** Default RPC timeout. */
  rpcTimeout: 10_000,
  /** RPC batch: size of the client and wait; our server takes 100 (SPEC-NOTES §7). */
  rpcBatch: 1_000,
  rpcBatchWait: 0,
  rpcServerBatch: 100,
  /** RPC retry. */
  rpcRetries: 3,
  rpcRetryDelay: 150,
  /** Fallback ping of RPC ranking. */
  pingInterval: 4_000,
  pingSamples: 10,
  pingTimeout: 1_000,
  pingStabilityWeight: 0.7,
  pingLatencyWeight: 0.3,
  /** Log buffer. */
  logBuffer: 1_024_000,
  /** Secure SDK version. */
  sdkVersion: 4,
  defaultChainId,
  /** Wallet catalogue. */
  recommendedWallets: 4,
  pagedWallets: 40,
  preloadedImages: 20,
  searchResults: 100,
  searchWait: 300,
  searchMinimum: 2,
  /** Balance display: floored to this many decimals (SPEC §5). */
  balanceDecimals: 3,
  /** Silent restore: how long a late-announcing wallet is waited for (SPEC-NOTES §4). */
  reconnectGrace: 2_000,
  /** A wallet that has not answered: after this the view hints that it may be locked (SPEC-NOTES §2). */
  walletSilent: 30_000,
  /** After this we say what we are waiting for (LOOK, Words). */
  walletSlow: 10_000,
} as const

/** The default order of the groups in the wallet list (SPEC §9 "Connector order"). */
export const defaultConnectorOrder = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
/** The login providers in their default order (SPEC §9 "Default socials"). */
export const defaultSocials = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const
/** The default order of the ways to connect (SPEC §9 "Connect method order"). */
export const defaultConnectMethods = ['email', 'social', 'wallet'] as const
/** The default order of an embedded wallet's actions (SPEC §9 "Wallet feature order"). */
export const defaultWalletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const
/** Time zones in which swap, on-ramp and exchange are hidden by default (SPEC §6 "Region"). */
export const defaultRestrictedTimezones = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Macau',
  'Asia/Hong_Kong',
  'Asia/Beijing',
] as const
