import type { CaipNetworkId } from 'latchkey/contract'
import type { ChainFacts } from '../chains/chainFacts.ts'
import { addressKey } from '../namespaces/namespaces.ts'

/** An asset to price: a token, or a chain's native currency. */
export interface Asset {
  readonly chain: ChainFacts
  /** Undefined for the native currency. */
  readonly token: { readonly address: string; readonly decimals: number } | undefined
}

/** An asset's name in caches and answers. */
export type AssetKey = `${CaipNetworkId}/${string}`

export function toAssetKey({ chain, token }: Asset): AssetKey {
  return `${chain.id}/${token === undefined ? '' : addressKey(chain.id, token.address)}`
}

/** Where prices come from. */
export interface PriceSource {
  /** Assets in one question. */
  readonly batch: number
  /**
   * Prices of one whole unit in a currency (ISO 4217, lower case); what the source does not know is missing.
   * Rejects when the source cannot be asked.
   */
  readPrices(assets: readonly Asset[], currency: string): Promise<ReadonlyMap<AssetKey, number>>
}

/**
 * The cost of prices beyond the request, by the number of chains: dollar prices are shared by many requests; those in
 * another currency may serve this one alone.
 */
export function currencyCost(currency: string, chains: number): number {
  return currency === 'usd' ? 0 : chains
}

/** Reads a source's price; undefined for an invalid one, also for 0, which no traded asset costs (F27). */
export function toPrice(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e15 ? value : undefined
}
