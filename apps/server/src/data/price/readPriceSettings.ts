import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { viem } from '../../core/libraries/viem.ts'
import { jsonObject, oneOf, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import { addressKey, isChainAddress, isReadable, machineOf } from '../namespaces/namespaces.ts'
import { coinGeckoUrl } from './createCoinGeckoPrices.ts'
import type { Exchange } from './createExchangePrices.ts'
import { type AssetKey, toPrice } from './priceSource.ts'

export interface PriceSettings {
  readonly source: (typeof priceSources)[number]
  /** Of CoinGecko's API. */
  readonly url: string
  /** Never log it. */
  readonly key: string | undefined
  readonly exchanges: ReadonlyMap<CaipNetworkId, Exchange>
  /** Dollars for one whole unit, by the operator's word; for development. */
  readonly fixed: ReadonlyMap<AssetKey, number>
}

const priceSources = ['none', 'coingecko', 'exchange'] as const

export function readPriceSettings(read: ReadVariable): PriceSettings {
  return {
    source: read('PRICE_SOURCE', 'none', oneOf(priceSources)),
    url: read('PRICE_API_URL', coinGeckoUrl, apiUrl),
    key: read<string | undefined>('PRICE_API_KEY', undefined, plainKey),
    exchanges: read<PriceSettings['exchanges']>('PRICE_EXCHANGES', new Map(), parseExchanges),
    fixed: read<PriceSettings['fixed']>('PRICE_FIXED', new Map(), parseFixed),
  }
}

function apiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Wrong('must be an http(s) URL without user and password')
  return text
}

function plainKey(text: string): string {
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) throw new Wrong('must be a key without blanks')
  return text
}

const address = v.pipe(
  v.string(),
  v.check(value => viem().isAddress(value)),
  v.transform(value => viem().getAddress(value)),
)
const exchangesSchema = v.record(
  v.custom<CaipNetworkId>(id => machineOf(id) === 'evm'),
  v.strictObject({
    factory: address,
    dollar: v.strictObject({
      address,
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
    }),
  }),
)

function parseExchanges(json: string): PriceSettings['exchanges'] {
  try {
    const exchanges = v.parse(exchangesSchema, JSON.parse(json))
    return new Map(Object.entries(exchanges) as [CaipNetworkId, Exchange][])
  } catch {
    throw new Wrong(
      'must be a JSON object such as {"eip155:31337":{"factory":"0x…","dollar":{"address":"0x…","decimals":6}}}',
    )
  }
}

const pricesSchema = v.record(
  v.string(),
  v.custom<number>(price => toPrice(price) !== undefined),
)

function parseFixed(text: string): PriceSettings['fixed'] {
  const rule =
    'must be a JSON object from chain to dollars by token, such as {"eip155:31337":{"native":2500,"0x…":1}}'
  const fixed = new Map<AssetKey, number>()
  for (const [chain, listed] of Object.entries(jsonObject(text, rule))) {
    const prices = v.safeParse(pricesSchema, listed)
    if (!isReadable(chain) || !prices.success) throw new Wrong(rule)
    for (const [token, price] of Object.entries(prices.output)) {
      if (token !== 'native' && !isChainAddress(chain, token)) throw new Wrong(rule)
      fixed.set(`${chain}/${token === 'native' ? '' : addressKey(chain, token)}`, price)
    }
  }
  return fixed
}
