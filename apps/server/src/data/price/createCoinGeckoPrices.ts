import * as v from 'valibot'
import { readBounded } from '../../core/http/readBody.ts'
import { addressKey } from '../namespaces/namespaces.ts'
import { type Asset, type AssetKey, type PriceSource, toAssetKey, toPrice } from './priceSource.ts'

/** Where CoinGecko answers without a key or with a demo key, and with a paid one. */
export const coinGeckoUrl = 'https://api.coingecko.com/api/v3'
const paidHost = 'pro-api.coingecko.com'

/** Tokens that are asked for at once without a key: each is a request of its own then, of a few in a minute. */
const mostWithoutKey = 5
const answerLimit = 1_000_000
const timeout = 5_000
/** By address or coin, then by currency; whatever else stands there is not read. */
const answerSchema = v.record(v.pipe(v.string(), v.maxLength(128)), v.record(v.string(), v.unknown()))

/**
 * Prices by CoinGecko's public API: `/simple/price` for native currencies, `/simple/token_price/{platform}` for tokens.
 * Chains without CoinGecko's ids have no prices.
 */
export function createCoinGeckoPrices(options: {
  readonly url: string
  /** Travels in a header alone. */
  readonly key: string | undefined
}): PriceSource {
  const base = options.url.replace(/\/+$/, '')
  const header = new URL(base).hostname === paidHost ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'

  async function ask(
    path: string,
    query: Record<string, string>,
  ): Promise<v.InferOutput<typeof answerSchema>> {
    const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, {
      headers: {
        accept: 'application/json',
        ...(options.key === undefined ? {} : { [header]: options.key }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`CoinGecko answered HTTP ${response.status}`)
    }
    const bytes = await readBounded(response.body, answerLimit)
    if (bytes === undefined) throw new Error('CoinGecko answered too much')
    return v.parse(answerSchema, JSON.parse(new TextDecoder().decode(bytes)))
  }

  async function readCoins(assets: readonly Asset[], currency: string): Promise<[AssetKey, number][]> {
    const coins = new Set(assets.flatMap(({ chain }) => chain.coingecko?.coin ?? []))
    if (coins.size === 0) return []
    const prices = await ask('/simple/price', { ids: [...coins].join(','), vs_currencies: currency })
    return assets.flatMap(asset => toRow(asset, prices[asset.chain.coingecko?.coin ?? ''], currency))
  }

  async function readTokens(assets: readonly Asset[], currency: string): Promise<[AssetKey, number][]> {
    const chain = assets[0]?.chain
    const platform = chain?.coingecko?.platform
    if (chain === undefined || platform === undefined) return []
    const addresses = assets.flatMap(({ token }) =>
      token === undefined ? [] : [addressKey(chain.id, token.address)],
    )
    const prices = await ask(`/simple/token_price/${encodeURIComponent(platform)}`, {
      contract_addresses: addresses.join(','),
      vs_currencies: currency,
    })
    const byAddress = new Map(
      Object.entries(prices).map(([address, row]) => [addressKey(chain.id, address), row]),
    )
    return assets.flatMap(asset =>
      toRow(asset, byAddress.get(addressKey(chain.id, asset.token?.address ?? '')), currency),
    )
  }

  return {
    // A public limit of the API: addresses in one question.
    batch: 30,
    async readPrices(assets, currency) {
      const natives = assets.filter(({ token }) => token === undefined)
      const tokens = Map.groupBy(
        assets.filter(({ token }) => token !== undefined),
        // Another public limit: without a key, one address at a time.
        asset => (options.key === undefined ? toAssetKey(asset) : asset.chain.id),
      )
      const parts = [...tokens.values()].slice(0, options.key === undefined ? mostWithoutKey : undefined)
      const questions = [readCoins(natives, currency), ...parts.map(part => readTokens(part, currency))]
      // One chain that cannot be asked leaves the others their prices.
      const rows = await Promise.allSettled(questions)
      const answered = rows.flatMap(row => (row.status === 'fulfilled' ? [row.value] : []))
      const failed = rows.find(row => row.status === 'rejected')
      if (answered.flat().length === 0 && failed !== undefined) throw failed.reason
      return new Map(answered.flat())
    },
  }
}

function toRow(
  asset: Asset,
  row: Readonly<Record<string, unknown>> | undefined,
  currency: string,
): [AssetKey, number][] {
  const price = row !== undefined && Object.hasOwn(row, currency) ? toPrice(row[currency]) : undefined
  return price === undefined ? [] : [[toAssetKey(asset), price]]
}
