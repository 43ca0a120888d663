import { type AssetKey, type PriceSource, toAssetKey } from './priceSource.ts'

/**
 * Puts prices that the operator fixed, in dollars, before those of a source: for development, where a chain has no market.
 * In other currencies they are unknown.
 */
export function withFixedPrices(
  source: PriceSource | undefined,
  fixed: ReadonlyMap<AssetKey, number>,
): PriceSource | undefined {
  if (fixed.size === 0) return source
  return {
    batch: source?.batch ?? 100,
    async readPrices(assets, currency) {
      const open = assets.filter(asset => !fixed.has(toAssetKey(asset)))
      const known = source === undefined || open.length === 0 ? [] : await source.readPrices(open, currency)
      return new Map(currency === 'usd' ? [...known, ...fixed] : known)
    },
  }
}
