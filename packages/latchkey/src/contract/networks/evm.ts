/** The 24 EVM networks of SPEC §9. Each is a constant of its own, so that a bundler drops those a host does not list. */
import type { Network } from '../network.ts'

/** Ethereum, chain id 1 (SPEC §9). */
export const mainnet = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://ethereum-rpc.publicnode.com', 'https://ethereum.reth.rs/rpc'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
  assets: { imageId: 'eip155:1' },
} as const satisfies Network

/** OP Mainnet, chain id 10 (SPEC §9). */
export const optimism = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:10',
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://mainnet.optimism.io'] } },
  blockExplorers: { default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' } },
  assets: { imageId: 'eip155:10' },
} as const satisfies Network

/** Cronos Mainnet, chain id 25 (SPEC §9). */
export const cronos = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:25',
  id: 25,
  name: 'Cronos Mainnet',
  nativeCurrency: { name: 'Cronos', decimals: 18, symbol: 'CRO' },
  rpcUrls: { default: { http: ['https://evm.cronos.org'] } },
  blockExplorers: { default: { name: 'Cronos Explorer', url: 'https://explorer.cronos.org' } },
  assets: { imageId: 'eip155:25' },
} as const satisfies Network

/** BNB Smart Chain, chain id 56 (SPEC §9). */
export const bsc = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:56',
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', decimals: 18, symbol: 'BNB' },
  rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org', 'https://56.rpc.thirdweb.com'] } },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  assets: { imageId: 'eip155:56' },
} as const satisfies Network

/** Gnosis, chain id 100 (SPEC §9). */
export const gnosis = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:100',
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', decimals: 18, symbol: 'XDAI' },
  rpcUrls: { default: { http: ['https://rpc.gnosischain.com'] } },
  blockExplorers: { default: { name: 'Gnosisscan', url: 'https://gnosisscan.io' } },
  assets: { imageId: 'eip155:100' },
} as const satisfies Network

/** Unichain, chain id 130 (SPEC §9). */
export const unichain = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:130',
  id: 130,
  name: 'Unichain',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://mainnet.unichain.org'] } },
  blockExplorers: { default: { name: 'Uniscan', url: 'https://uniscan.xyz' } },
  assets: { imageId: 'eip155:130' },
} as const satisfies Network

/** Polygon, chain id 137 (SPEC §9). */
export const polygon = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:137',
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', decimals: 18, symbol: 'POL' },
  rpcUrls: { default: { http: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'] } },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
  assets: { imageId: 'eip155:137' },
} as const satisfies Network

/** Sonic, chain id 146 (SPEC §9). */
export const sonic = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:146',
  id: 146,
  name: 'Sonic',
  nativeCurrency: { name: 'Sonic', decimals: 18, symbol: 'S' },
  rpcUrls: { default: { http: ['https://rpc.soniclabs.com'] } },
  blockExplorers: { default: { name: 'Sonic Explorer', url: 'https://sonicscan.org' } },
  assets: { imageId: 'eip155:146' },
} as const satisfies Network

/** ZKsync Era, chain id 324 (SPEC §9). */
export const zksync = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:324',
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'] } },
  blockExplorers: { default: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' } },
  assets: { imageId: 'eip155:324' },
} as const satisfies Network

/** World Chain, chain id 480 (SPEC §9). */
export const worldchain = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:480',
  id: 480,
  name: 'World Chain',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://worldchain-mainnet.g.alchemy.com/public'] } },
  blockExplorers: { default: { name: 'Worldscan', url: 'https://worldscan.org' } },
  assets: { imageId: 'eip155:480' },
} as const satisfies Network

/** Moonbeam, chain id 1284 (SPEC §9). */
export const moonbeam = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1284',
  id: 1284,
  name: 'Moonbeam',
  nativeCurrency: { name: 'Moonbeam', decimals: 18, symbol: 'GLMR' },
  rpcUrls: { default: { http: ['https://rpc.api.moonbeam.network'] } },
  blockExplorers: { default: { name: 'Moonscan', url: 'https://moonscan.io' } },
  assets: { imageId: 'eip155:1284' },
} as const satisfies Network

/** Sei Network, chain id 1329 (SPEC §9). */
export const sei = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1329',
  id: 1329,
  name: 'Sei Network',
  nativeCurrency: { name: 'Sei', decimals: 18, symbol: 'SEI' },
  rpcUrls: { default: { http: ['https://evm-rpc.sei-apis.com'] } },
  blockExplorers: { default: { name: 'Seiscan', url: 'https://seiscan.io' } },
  assets: { imageId: 'eip155:1329' },
} as const satisfies Network

/** Mantle, chain id 5000 (SPEC §9). */
export const mantle = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:5000',
  id: 5000,
  name: 'Mantle',
  nativeCurrency: { name: 'MNT', decimals: 18, symbol: 'MNT' },
  rpcUrls: { default: { http: ['https://rpc.mantle.xyz'] } },
  blockExplorers: { default: { name: 'Mantle Explorer', url: 'https://mantlescan.xyz' } },
  assets: { imageId: 'eip155:5000' },
} as const satisfies Network

/** Base, chain id 8453 (SPEC §9). */
export const base = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:8453',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
  assets: { imageId: 'eip155:8453' },
} as const satisfies Network

/** Arbitrum One, chain id 42161 (SPEC §9). */
export const arbitrum = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42161',
  id: 42161,
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
  assets: { imageId: 'eip155:42161' },
} as const satisfies Network

/** Celo, chain id 42220 (SPEC §9). */
export const celo = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42220',
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', decimals: 18, symbol: 'CELO' },
  rpcUrls: { default: { http: ['https://forno.celo.org'] } },
  blockExplorers: { default: { name: 'Celo Explorer', url: 'https://celoscan.io' } },
  assets: { imageId: 'eip155:42220' },
} as const satisfies Network

/** Avalanche, chain id 43114 (SPEC §9). */
export const avalanche = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:43114',
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', decimals: 18, symbol: 'AVAX' },
  rpcUrls: { default: { http: ['https://api.avax.network/ext/bc/C/rpc'] } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
  assets: { imageId: 'eip155:43114' },
} as const satisfies Network

/** Linea Mainnet, chain id 59144 (SPEC §9). */
export const linea = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:59144',
  id: 59144,
  name: 'Linea Mainnet',
  nativeCurrency: { name: 'Linea Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.linea.build'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://lineascan.build' } },
  assets: { imageId: 'eip155:59144' },
} as const satisfies Network

/** Berachain, chain id 80094 (SPEC §9). */
export const berachain = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:80094',
  id: 80094,
  name: 'Berachain',
  nativeCurrency: { name: 'BERA Token', decimals: 18, symbol: 'BERA' },
  rpcUrls: { default: { http: ['https://rpc.berachain.com'] } },
  blockExplorers: { default: { name: 'Berascan', url: 'https://berascan.com' } },
  assets: { imageId: 'eip155:80094' },
} as const satisfies Network

/** Blast, chain id 81457 (SPEC §9). */
export const blast = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:81457',
  id: 81457,
  name: 'Blast',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.blast.io'] } },
  blockExplorers: { default: { name: 'Blastscan', url: 'https://blastscan.io' } },
  assets: { imageId: 'eip155:81457' },
} as const satisfies Network

/** Scroll, chain id 534352 (SPEC §9). */
export const scroll = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:534352',
  id: 534352,
  name: 'Scroll',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.scroll.io'] } },
  blockExplorers: { default: { name: 'Scrollscan', url: 'https://scrollscan.com' } },
  assets: { imageId: 'eip155:534352' },
} as const satisfies Network

/** Zora, chain id 7777777 (SPEC §9). */
export const zora = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:7777777',
  id: 7777777,
  name: 'Zora',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.zora.energy'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.zora.energy' } },
  assets: { imageId: 'eip155:7777777' },
} as const satisfies Network

/** Base Sepolia, chain id 84532, a testnet (SPEC §9). */
export const baseSepolia = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:84532',
  id: 84532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://sepolia.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  assets: { imageId: 'eip155:84532' },
  testnet: true,
} as const satisfies Network

/** Sepolia, chain id 11155111, a testnet (SPEC §9). */
export const sepolia = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:11155111',
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: {
    default: { http: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://11155111.rpc.thirdweb.com'] },
  },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  assets: { imageId: 'eip155:11155111' },
  testnet: true,
} as const satisfies Network
