import type { CaipNetworkId, NetworkFormat } from 'latchkey/contract'
import type { Address, Hex } from 'viem'

/** What has to be known of a chain before its balances can be read; it cannot be asked of a node. */
export interface ChainFacts {
  readonly id: CaipNetworkId
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** What its addresses and amounts look like, where that is not the same in the whole namespace. */
  readonly format?: NetworkFormat | undefined
  /** Testnets have no balances, names or pictures (SPEC §5). */
  readonly testnet: boolean
  /** Undefined where the chain has no contracts of this kind. */
  readonly multicall3: Address | undefined
  /** The native currency as a token. */
  readonly wrapped: Address | undefined
  /** Routers with the calls of Uniswap's V2, by the operator's word. */
  readonly routers?: readonly Address[] | undefined
  /** The native currency's own contract, on a chain where it has one with a token's events. */
  readonly nativeContract?: NativeContract | undefined
  /** CoinGecko's ids of the chain and of its native currency. */
  readonly coingecko: { readonly platform: string; readonly coin: string } | undefined
}

export interface NativeContract {
  /** Lower case. */
  readonly address: Hex
  /** Whether its events say again what transactions say of themselves, with fees besides; else they are payments. */
  readonly repeats: boolean
}

/** A token that we or the operator's lists vouch for. */
export interface Token {
  /** As answers write it: with its checksum where its kind has one. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Where Multicall3 is on nearly every chain. */
export const canonicalMulticall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
