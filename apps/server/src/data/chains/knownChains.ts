import type { CaipNetworkId } from 'latchkey/contract'
import { wrappedNatives } from 'latchkey/services'
import type { Address } from 'viem'
import { type ChainFacts, canonicalMulticall3, type NativeContract } from './chainFacts.ts'

const ether = ['Ether', 'ETH'] as const
type Row = readonly [
  id: number,
  name: string,
  native: readonly [name: string, symbol: string],
  coingecko: readonly [platform: string, coin: string] | undefined,
]

/** Public facts of SPEC §9's 24 networks, as their projects and CoinGecko's list of platforms state them. */
const rows: readonly Row[] = [
  [1, 'Ethereum', ether, ['ethereum', 'ethereum']],
  [10, 'OP Mainnet', ether, ['optimistic-ethereum', 'ethereum']],
  [25, 'Cronos Mainnet', ['Cronos', 'CRO'], ['cronos', 'crypto-com-chain']],
  [56, 'BNB Smart Chain', ['BNB', 'BNB'], ['binance-smart-chain', 'binancecoin']],
  [100, 'Gnosis', ['xDAI', 'XDAI'], ['xdai', 'xdai']],
  [130, 'Unichain', ether, ['unichain', 'ethereum']],
  [137, 'Polygon', ['POL', 'POL'], ['polygon-pos', 'polygon-ecosystem-token']],
  [146, 'Sonic', ['Sonic', 'S'], ['sonic', 'sonic-3']],
  [324, 'ZKsync Era', ether, ['zksync', 'ethereum']],
  [480, 'World Chain', ether, ['world-chain', 'ethereum']],
  [1284, 'Moonbeam', ['GLMR', 'GLMR'], ['moonbeam', 'moonbeam']],
  [1329, 'Sei Network', ['Sei', 'SEI'], ['sei-v2', 'sei-network']],
  [5000, 'Mantle', ['MNT', 'MNT'], ['mantle', 'mantle']],
  [8453, 'Base', ether, ['base', 'ethereum']],
  [42161, 'Arbitrum One', ether, ['arbitrum-one', 'ethereum']],
  [42220, 'Celo', ['CELO', 'CELO'], ['celo', 'celo']],
  [43114, 'Avalanche', ['Avalanche', 'AVAX'], ['avalanche', 'avalanche-2']],
  [59144, 'Linea Mainnet', ether, ['linea', 'ethereum']],
  [80094, 'Berachain', ['BERA Token', 'BERA'], ['berachain', 'berachain-bera']],
  [81457, 'Blast', ether, ['blast', 'ethereum']],
  [534352, 'Scroll', ether, ['scroll', 'ethereum']],
  [7777777, 'Zora', ether, ['zora-network', 'ethereum']],
  [84532, 'Base Sepolia', ['Sepolia Ether', 'ETH'], undefined],
  [11155111, 'Sepolia', ['Sepolia Ether', 'ETH'], undefined],
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

const evmChains = rows.map(([id, name, [currency, symbol], gecko]) => ({
  id: `eip155:${id}` as CaipNetworkId,
  name,
  nativeCurrency: { name: currency, symbol, decimals: 18 },
  testnet: testnets.has(id),
  multicall3: otherMulticall3[id] ?? canonicalMulticall3,
  // Testnets have no balances, and nothing of theirs is priced by it.
  wrapped: testnets.has(id) ? undefined : wrappedNatives[id],
  nativeContract: nativeContracts[`eip155:${id}`],
  coingecko: gecko && { platform: gecko[0], coin: gecko[1] },
}))

/** Solana's clusters, by the first characters of their genesis' hashes. */
const solanaChains = (
  [
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', ['solana', 'solana']],
    ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', undefined],
    ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', undefined],
  ] as const
).map(([reference, name, gecko]) => ({
  id: `solana:${reference}` as CaipNetworkId,
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: gecko === undefined,
  multicall3: undefined,
  wrapped: undefined,
  coingecko: gecko && { platform: gecko[0], coin: gecko[1] },
}))

/** The chains we describe ourselves; an operator describes others, or these anew, with CHAINS. */
export const knownChains: readonly ChainFacts[] = [...evmChains, ...solanaChains]
