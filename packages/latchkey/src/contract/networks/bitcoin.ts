/** Bitcoin's networks; ids are the first 16 bytes of the genesis block's hash (CAIP-2 for bip122). URLs are Esplora's REST API. */
import type { Network } from '../network.ts'

/** The Bitcoin network (SPEC §1 "Chain namespaces"). */
export const bitcoin = {
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', decimals: 8, symbol: 'BTC' },
  rpcUrls: { default: { http: ['https://mempool.space/api'] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
  assets: { imageId: 'bip122:000000000019d6689c085ae165831e93' },
  format: { prefix: 'bc' },
} as const satisfies Network

/** Bitcoin Testnet 4, a testnet (SPEC §1 "Chain namespaces"). */
export const bitcoinTestnet4 = {
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  id: '00000000da84f2bafbbc53dee25a72ae',
  name: 'Bitcoin Testnet 4',
  nativeCurrency: { name: 'Bitcoin', decimals: 8, symbol: 'tBTC' },
  rpcUrls: { default: { http: ['https://mempool.space/testnet4/api'] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet4' } },
  assets: { imageId: 'bip122:00000000da84f2bafbbc53dee25a72ae' },
  testnet: true,
  format: { prefix: 'tb' },
} as const satisfies Network

/** Bitcoin Signet, a testnet (SPEC §1 "Chain namespaces"). */
export const bitcoinSignet = {
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c',
  id: '00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  nativeCurrency: { name: 'Bitcoin', decimals: 8, symbol: 'sBTC' },
  rpcUrls: { default: { http: ['https://mempool.space/signet/api'] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/signet' } },
  assets: { imageId: 'bip122:00000008819873e925422c1ff0f99f7c' },
  testnet: true,
  format: { prefix: 'tb' },
} as const satisfies Network
