/** Polkadot's networks; ids are the first 16 bytes of the genesis hash (CAIP-2). DOT and KSM are held on the Asset Hubs since autumn 2025. */
import type { Network } from '../network.ts'

/** Polkadot Asset Hub, where accounts hold their DOT (SPEC §1 "Chain namespaces"). */
export const polkadotAssetHub = {
  chainNamespace: 'polkadot',
  caipNetworkId: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  id: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', decimals: 10, symbol: 'DOT' },
  rpcUrls: { default: { http: ['https://polkadot-asset-hub-rpc.polkadot.io'] } },
  blockExplorers: { default: { name: 'Subscan', url: 'https://assethub-polkadot.subscan.io' } },
  assets: { imageId: 'polkadot:68d56f15f85d3136970ec16946040bc1' },
  format: { prefix: 0 },
} as const satisfies Network

/** The relay chain of Polkadot. Balances are on its Asset Hub (SPEC §1 "Chain namespaces"). */
export const polkadotRelay = {
  chainNamespace: 'polkadot',
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot Relay Chain',
  nativeCurrency: { name: 'Polkadot', decimals: 10, symbol: 'DOT' },
  rpcUrls: { default: { http: ['https://rpc.polkadot.io'] } },
  blockExplorers: { default: { name: 'Subscan', url: 'https://polkadot.subscan.io' } },
  assets: { imageId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' },
  format: { prefix: 0 },
} as const satisfies Network

/** Kusama Asset Hub, where accounts hold their KSM (SPEC §1 "Chain namespaces"). */
export const kusamaAssetHub = {
  chainNamespace: 'polkadot',
  caipNetworkId: 'polkadot:48239ef607d7928874027a43a6768920',
  id: '48239ef607d7928874027a43a6768920',
  name: 'Kusama',
  nativeCurrency: { name: 'Kusama', decimals: 12, symbol: 'KSM' },
  rpcUrls: { default: { http: ['https://kusama-asset-hub-rpc.polkadot.io'] } },
  blockExplorers: { default: { name: 'Subscan', url: 'https://assethub-kusama.subscan.io' } },
  assets: { imageId: 'polkadot:48239ef607d7928874027a43a6768920' },
  format: { prefix: 2 },
} as const satisfies Network

/** Westend Asset Hub, a testnet (SPEC §1 "Chain namespaces"). */
export const westendAssetHub = {
  chainNamespace: 'polkadot',
  caipNetworkId: 'polkadot:67f9723393ef76214df0118c34bbbd3d',
  id: '67f9723393ef76214df0118c34bbbd3d',
  name: 'Westend',
  nativeCurrency: { name: 'Westend', decimals: 12, symbol: 'WND' },
  rpcUrls: { default: { http: ['https://westend-asset-hub-rpc.polkadot.io'] } },
  blockExplorers: { default: { name: 'Subscan', url: 'https://assethub-westend.subscan.io' } },
  assets: { imageId: 'polkadot:67f9723393ef76214df0118c34bbbd3d' },
  testnet: true,
  format: { prefix: 42 },
} as const satisfies Network
