import type { CaipNetworkId } from 'latchkey/contract'
import type { Address } from 'viem'
import { type ChainFacts, canonicalMulticall3, type NativeContract } from './chainFacts.ts'

const ether = ['Ether', 'ETH'] as const
/** Where chains of the OP stack have their wrapped ether. */
const opWeth = '0x4200000000000000000000000000000000000006'

type Row = readonly [
  id: number,
  name: string,
  native: readonly [name: string, symbol: string],
  wrapped: Address | undefined,
  coingecko: readonly [platform: string, coin: string] | undefined,
]

/** Public facts of SPEC §9's 24 networks, as their projects and CoinGecko's list of platforms state them. */
const rows: readonly Row[] = [
  [1, 'Ethereum', ether, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', ['ethereum', 'ethereum']],
  [10, 'OP Mainnet', ether, opWeth, ['optimistic-ethereum', 'ethereum']],
  [
    25,
    'Cronos Mainnet',
    ['Cronos', 'CRO'],
    '0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23',
    ['cronos', 'crypto-com-chain'],
  ],
  [
    56,
    'BNB Smart Chain',
    ['BNB', 'BNB'],
    '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    ['binance-smart-chain', 'binancecoin'],
  ],
  [100, 'Gnosis', ['xDAI', 'XDAI'], '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d', ['xdai', 'xdai']],
  [130, 'Unichain', ether, opWeth, ['unichain', 'ethereum']],
  [
    137,
    'Polygon',
    ['POL', 'POL'],
    '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    ['polygon-pos', 'polygon-ecosystem-token'],
  ],
  [146, 'Sonic', ['Sonic', 'S'], '0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38', ['sonic', 'sonic-3']],
  [324, 'ZKsync Era', ether, '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', ['zksync', 'ethereum']],
  [480, 'World Chain', ether, opWeth, ['world-chain', 'ethereum']],
  [
    1284,
    'Moonbeam',
    ['GLMR', 'GLMR'],
    '0xAcc15dC74880C9944775448304B263D191c6077F',
    ['moonbeam', 'moonbeam'],
  ],
  [
    1329,
    'Sei Network',
    ['Sei', 'SEI'],
    '0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7',
    ['sei-v2', 'sei-network'],
  ],
  [5000, 'Mantle', ['MNT', 'MNT'], '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8', ['mantle', 'mantle']],
  [8453, 'Base', ether, opWeth, ['base', 'ethereum']],
  [42161, 'Arbitrum One', ether, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', ['arbitrum-one', 'ethereum']],
  [42220, 'Celo', ['CELO', 'CELO'], undefined, ['celo', 'celo']],
  [
    43114,
    'Avalanche',
    ['Avalanche', 'AVAX'],
    '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    ['avalanche', 'avalanche-2'],
  ],
  [59144, 'Linea Mainnet', ether, '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f', ['linea', 'ethereum']],
  [
    80094,
    'Berachain',
    ['BERA Token', 'BERA'],
    '0x6969696969696969696969696969696969696969',
    ['berachain', 'berachain-bera'],
  ],
  [81457, 'Blast', ether, '0x4300000000000000000000000000000000000004', ['blast', 'ethereum']],
  [534352, 'Scroll', ether, '0x5300000000000000000000000000000000000004', ['scroll', 'ethereum']],
  [7777777, 'Zora', ether, opWeth, ['zora-network', 'ethereum']],
  [84532, 'Base Sepolia', ['Sepolia Ether', 'ETH'], undefined, undefined],
  [11155111, 'Sepolia', ['Sepolia Ether', 'ETH'], undefined, undefined],
]

const testnets: ReadonlySet<number> = new Set([84532, 11155111])
/** Chains whose addresses are not derived as everywhere else. */
const otherMulticall3: Readonly<Record<number, Address>> = {
  324: '0xF9cda624FBC7e059355ce98a31693d299FACd963',
}

/** By the protocols of the chains, so that no operator has to know it. */
export const nativeContracts: Readonly<Record<CaipNetworkId, NativeContract>> = {
  'eip155:324': { address: '0x000000000000000000000000000000000000800a', repeats: true },
  'eip155:42220': { address: '0x471ece3750da237f93b8e339c536989b8978a438', repeats: false },
}

/** The chains we describe ourselves; an operator describes others, or these anew, with CHAINS. */
export const knownChains: readonly ChainFacts[] = rows.map(
  ([id, name, [currency, symbol], wrapped, gecko]) => ({
    id: `eip155:${id}` as CaipNetworkId,
    name,
    nativeCurrency: { name: currency, symbol, decimals: 18 },
    testnet: testnets.has(id),
    multicall3: otherMulticall3[id] ?? canonicalMulticall3,
    wrapped,
    nativeContract: nativeContracts[`eip155:${id}`],
    coingecko: gecko && { platform: gecko[0], coin: gecko[1] },
  }),
)
