/** Networks of Cosmos; ids are their chain ids (CAIP-2). URLs are the REST API (LCD) of the Cosmos SDK. */
import type { Network } from '../network.ts'

/** The Cosmos Hub (SPEC §1 "Chain namespaces"). */
export const cosmosHub = {
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:cosmoshub-4',
  id: 'cosmoshub-4',
  name: 'Cosmos Hub',
  nativeCurrency: { name: 'Cosmos', decimals: 6, symbol: 'ATOM' },
  rpcUrls: { default: { http: ['https://cosmos-rest.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' } },
  assets: { imageId: 'cosmos:cosmoshub-4' },
  format: { prefix: 'cosmos', denom: 'uatom' },
} as const satisfies Network

/** The Osmosis network (SPEC §1 "Chain namespaces"). */
export const osmosis = {
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:osmosis-1',
  id: 'osmosis-1',
  name: 'Osmosis',
  nativeCurrency: { name: 'Osmosis', decimals: 6, symbol: 'OSMO' },
  rpcUrls: { default: { http: ['https://lcd.osmosis.zone'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/osmosis' } },
  assets: { imageId: 'cosmos:osmosis-1' },
  format: { prefix: 'osmo', denom: 'uosmo' },
} as const satisfies Network

/** The provider chain of Interchain Security, the Hub's testnet (SPEC §1 "Chain namespaces"). */
export const cosmosProvider = {
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:provider',
  id: 'provider',
  name: 'Cosmos Testnet',
  nativeCurrency: { name: 'Cosmos', decimals: 6, symbol: 'ATOM' },
  rpcUrls: { default: { http: ['https://rest.provider-sentry-01.hub-testnet.polypore.xyz'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/ics-testnet-provider' } },
  assets: { imageId: 'cosmos:provider' },
  testnet: true,
  format: {
    prefix: 'cosmos',
    denom: 'uatom',
    node: 'https://rpc.provider-sentry-01.hub-testnet.polypore.xyz',
  },
} as const satisfies Network

/** The Neutron network (SPEC §1 "Chain namespaces"). */
export const neutron = {
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:neutron-1',
  id: 'neutron-1',
  name: 'Neutron',
  nativeCurrency: { name: 'Neutron', decimals: 6, symbol: 'NTRN' },
  rpcUrls: { default: { http: ['https://neutron-rest.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/neutron' } },
  assets: { imageId: 'cosmos:neutron-1' },
  format: { prefix: 'neutron', denom: 'untrn' },
} as const satisfies Network

/** Injective, whose accounts have Ethereum keys (SPEC §1 "Chain namespaces"). */
export const injective = {
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:injective-1',
  id: 'injective-1',
  name: 'Injective',
  nativeCurrency: { name: 'Injective', decimals: 18, symbol: 'INJ' },
  rpcUrls: { default: { http: ['https://injective-rest.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/injective' } },
  assets: { imageId: 'cosmos:injective-1' },
  format: { prefix: 'inj', denom: 'inj', keys: 'ethsecp256k1', coinType: 60 },
} as const satisfies Network
