/** The three Solana networks of SPEC §9; ids are CAIP-2, the deprecated ones are what older peers still send. */
import type { Network } from '../network.ts'

/** Solana mainnet. The id is its genesis hash (CAIP-2). */
export const solana = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', decimals: 9, symbol: 'SOL' },
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } },
  assets: { imageId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
} as const satisfies Network

/** Solana Testnet, a testnet. The id is its genesis hash (CAIP-2). */
export const solanaTestnet = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  nativeCurrency: { name: 'Solana', decimals: 9, symbol: 'SOL' },
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: {
    default: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=testnet' },
  },
  assets: { imageId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' },
  testnet: true,
} as const satisfies Network

/** Solana Devnet, a testnet. The id is its genesis hash (CAIP-2). */
export const solanaDevnet = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'Solana', decimals: 9, symbol: 'SOL' },
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: {
    default: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=devnet' },
  },
  assets: { imageId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
  testnet: true,
  deprecatedCaipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
} as const satisfies Network
