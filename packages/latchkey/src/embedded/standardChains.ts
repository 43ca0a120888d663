import type { CaipNetworkId } from '../contract/caip.ts'

/** Wallet Standard calls Solana's networks by names of its own, the chains themselves by CAIP-2. */
const names: readonly (readonly [CaipNetworkId, StandardChain])[] = [
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
]

export type StandardChain = `solana:${string}`

/** A network's name in Wallet Standard; one that has none goes by its CAIP-2 id, which has the same form. */
export function standardChainOf(network: CaipNetworkId): StandardChain {
  return names.find(([id]) => id === network)?.[1] ?? (network as StandardChain)
}

/** The network of a name; undefined for what is none of Solana. */
export function caipOf(chain: string): CaipNetworkId | undefined {
  const known = names.find(([, name]) => name === chain)?.[0]
  return known ?? (chain.startsWith('solana:') ? (chain as CaipNetworkId) : undefined)
}
