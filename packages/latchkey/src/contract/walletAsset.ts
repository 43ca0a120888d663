/** An asset as a wallet lists it: an item of EIP-7811's `wallet_getAssets` (SPEC §3 "Wallet asset"). */
export interface WalletAsset {
  readonly address: string
  /** Base units, hex. */
  readonly balance: `0x${string}`
  readonly type: 'ERC20' | 'NATIVE'
  readonly metadata: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** Fiat; absent when the wallet does not say. */
    readonly value?: number
    readonly price?: number
    readonly iconUrl?: string
  }
}
