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

/** A local chain that starts on demand, as a network of the widget (SPEC §3) without the URL that it gets with its port. */
export type DemandNetwork = Omit<Network, 'rpcUrls'>

/**
 * The local chains that start on demand (`--chains`), by the word for each on the command line. None is flagged as a testnet, because
 * testnets hide balances (SPEC §5). Ids are CAIP-2: of a genesis block, a chain id or a name.
 */
export const demandNetworks = {
  bitcoin: {
    chainNamespace: 'bip122',
    // Every regtest chain has this genesis block.
    caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    id: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Elm',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    format: { prefix: 'bcrt' },
  },
  polkadot: {
    chainNamespace: 'polkadot',
    caipNetworkId: 'polkadot:45454545454545454545454545454545',
    id: '45454545454545454545454545454545',
    name: 'Fir',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 12 },
    format: { prefix: 2 },
  },
  stacks: {
    chainNamespace: 'stacks',
    // The chain id of every network of Stacks but the main one.
    caipNetworkId: 'stacks:2147483648',
    id: '2147483648',
    name: 'Ginkgo',
    nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  },
  sui: {
    chainNamespace: 'sui',
    caipNetworkId: 'sui:localnet',
    id: 'localnet',
    name: 'Hazel',
    nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
  },
  cosmos: {
    chainNamespace: 'cosmos',
    caipNetworkId: 'cosmos:ironwood-1',
    id: 'ironwood-1',
    name: 'Ironwood',
    nativeCurrency: { name: 'Cosmos', symbol: 'ATOM', decimals: 6 },
    format: { prefix: 'cosmos', denom: 'uatom' },
  },
} as const satisfies Readonly<Record<string, DemandNetwork>>

/** The word for a chain on the command line. */
export type DemandName = keyof typeof demandNetworks

/** A chain that starts on demand as a network of the widget (SPEC §3). */
export function toDemandNetwork(name: DemandName, url: string): Network {
  const rpcUrls = { default: { http: [url] }, chainDefault: { http: [url] } }
  const network: Network = { ...demandNetworks[name], rpcUrls, testnet: false }
  // The double answers as a CometBFT node at the same port, so that a wallet can be told of the chain.
  return name === 'cosmos' ? { ...network, format: { ...network.format, node: url } } : network
}
