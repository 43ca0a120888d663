/** A wallet with Keplr's interface, and where it puts it. */
export interface KeplrWallet {
  /** The path of its own global. */
  readonly path: string
  readonly name: string
  /** The event of the window that says that the visitor chose another account; absent where none is documented. */
  readonly changed?: string
}

/** Keplr itself, whose global other wallets take for themselves. */
export const keplr: KeplrWallet = { path: 'keplr', name: 'Keplr', changed: 'keplr_keystorechange' }

/** The others by their own globals. An object that stands at several paths is the wallet of the first. */
export const keplrWallets: readonly KeplrWallet[] = [
  { path: 'leap', name: 'Leap', changed: 'leap_keystorechange' },
  { path: 'cosmostation.providers.keplr', name: 'Cosmostation', changed: 'cosmostation_keystorechange' },
  { path: 'okxwallet.keplr', name: 'OKX Wallet' },
  { path: 'bitkeep.keplr', name: 'Bitget Wallet' },
  { path: 'trustwallet.cosmos', name: 'Trust Wallet', changed: 'trustwallet_keystorechange' },
  { path: 'binancew3w.keplr', name: 'Binance Wallet' },
  { path: 'vultisig.keplr', name: 'Vultisig' },
  { path: 'xfi.keplr', name: 'Ctrl Wallet', changed: 'xfi_keystorechange' },
  { path: 'owallet', name: 'OWallet', changed: 'keplr_keystorechange' },
]
