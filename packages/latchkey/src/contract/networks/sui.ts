/** Sui's networks. URLs are GraphQL endpoints: the public JSON-RPC was switched off in July 2026. */
import type { Network } from '../network.ts'

/** The Sui network (SPEC §1 "Chain namespaces"). */
export const sui = {
  chainNamespace: 'sui',
  caipNetworkId: 'sui:mainnet',
  id: 'mainnet',
  name: 'Sui',
  nativeCurrency: { name: 'Sui', decimals: 9, symbol: 'SUI' },
  rpcUrls: { default: { http: ['https://graphql.mainnet.sui.io/graphql'] } },
  blockExplorers: { default: { name: 'Suiscan', url: 'https://suiscan.xyz/mainnet' } },
  assets: { imageId: 'sui:mainnet' },
} as const satisfies Network

/** Sui Testnet, a testnet (SPEC §1 "Chain namespaces"). */
export const suiTestnet = {
  chainNamespace: 'sui',
  caipNetworkId: 'sui:testnet',
  id: 'testnet',
  name: 'Sui Testnet',
  nativeCurrency: { name: 'Sui', decimals: 9, symbol: 'SUI' },
  rpcUrls: { default: { http: ['https://graphql.testnet.sui.io/graphql'] } },
  blockExplorers: { default: { name: 'Suiscan', url: 'https://suiscan.xyz/testnet' } },
  assets: { imageId: 'sui:testnet' },
  testnet: true,
} as const satisfies Network

/** Sui Devnet, a testnet (SPEC §1 "Chain namespaces"). */
export const suiDevnet = {
  chainNamespace: 'sui',
  caipNetworkId: 'sui:devnet',
  id: 'devnet',
  name: 'Sui Devnet',
  nativeCurrency: { name: 'Sui', decimals: 9, symbol: 'SUI' },
  rpcUrls: { default: { http: ['https://graphql.devnet.sui.io/graphql'] } },
  blockExplorers: { default: { name: 'Suiscan', url: 'https://suiscan.xyz/devnet' } },
  assets: { imageId: 'sui:devnet' },
  testnet: true,
} as const satisfies Network
