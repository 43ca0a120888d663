/** The networks of Stacks; ids are their chain ids (CAIP-2). URLs are the Stacks API's. */
import type { Network } from '../network.ts'

/** The Stacks network (SPEC §1 "Chain namespaces"). */
export const stacks = {
  chainNamespace: 'stacks',
  caipNetworkId: 'stacks:1',
  id: '1',
  name: 'Stacks',
  nativeCurrency: { name: 'Stacks', decimals: 6, symbol: 'STX' },
  rpcUrls: { default: { http: ['https://api.mainnet.hiro.so'] } },
  blockExplorers: { default: { name: 'Stacks Explorer', url: 'https://explorer.hiro.so/?chain=mainnet' } },
  assets: { imageId: 'stacks:1' },
} as const satisfies Network

/** Stacks Testnet, a testnet (SPEC §1 "Chain namespaces"). */
export const stacksTestnet = {
  chainNamespace: 'stacks',
  caipNetworkId: 'stacks:2147483648',
  id: '2147483648',
  name: 'Stacks Testnet',
  nativeCurrency: { name: 'Stacks', decimals: 6, symbol: 'STX' },
  rpcUrls: { default: { http: ['https://api.testnet.hiro.so'] } },
  blockExplorers: { default: { name: 'Stacks Explorer', url: 'https://explorer.hiro.so/?chain=testnet' } },
  assets: { imageId: 'stacks:2147483648' },
  testnet: true,
} as const satisfies Network
