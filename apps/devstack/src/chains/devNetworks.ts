import type { CaipNetworkId, Network } from 'latchkey'

interface LocalChain {
  readonly id: number
  readonly name: string
  readonly testnet: boolean
}

/**
 * The local chains, in the order of their ports. The first two are not flagged as testnets, because testnets hide
 * balances (SPEC §5); the third one is, to prove that they do.
 */
export const localChains: readonly LocalChain[] = [
  { id: 31337, name: 'Alder', testnet: false },
  { id: 31338, name: 'Birch', testnet: false },
  { id: 31339, name: 'Cedar Testnet', testnet: true },
]

/** A local chain as a network of the widget (SPEC §3). It has no block explorer, so it names none. */
export function toDevNetwork(chain: LocalChain, rpcUrl: string): Network {
  const caipNetworkId: CaipNetworkId = `eip155:${chain.id}`
  return {
    chainNamespace: 'eip155',
    caipNetworkId,
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] }, chainDefault: { http: [rpcUrl] } },
    testnet: chain.testnet,
  }
}

/**
 * The local chain of solana. Its genesis is none that another cluster has: the hash is SHA-256 of "Latchkey Dogwood". It listens one port
 * after the chains above, for HTTP and WebSocket alike.
 */
export const dogwood = {
  genesisHash: '8KaaGZbMUyVEjJpuWTZYMECaZMrzF3TuAvVh7AG6PGw9',
  caipNetworkId: 'solana:8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu',
  name: 'Dogwood',
} as const satisfies { genesisHash: string; caipNetworkId: CaipNetworkId; name: string }

/** Dogwood as a network of the widget (SPEC §3). Like the chains above it has no explorer, and is not flagged as a testnet. */
export function toSolanaDevNetwork(rpcUrl: string): Network {
  const { caipNetworkId, name } = dogwood
  return {
    chainNamespace: 'solana',
    caipNetworkId,
    id: caipNetworkId.slice('solana:'.length),
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [rpcUrl] }, chainDefault: { http: [rpcUrl] } },
    testnet: false,
  }
}
