/**
 * The names of Solana's clusters, in Sign In With Solana texts (`mainnet`) and, after `solana:`, in Wallet Standard. The chains
 * themselves go by CAIP-2. This is the one table of them.
 */

/** By CAIP-2 reference, which is the start of the genesis hash. */
export const solanaClusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/** The name of every other cluster. It does not tell two of them apart. */
export const privateSolanaCluster = 'localnet'
