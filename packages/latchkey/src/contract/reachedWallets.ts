/**
 * Directory ids of wallets that open from a phone without a link of their own (SPEC §5 "Mobile wallet listings"): in every
 * namespace, and further ones in some.
 */
export const reachedWallets: {
  readonly everywhere: readonly string[]
  readonly byNamespace: Readonly<Record<string, readonly string[]>>
} = {
  everywhere: ['coinbase', 'binance'],
  byNamespace: { solana: ['phantom', 'solflare'] },
}
