import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { viem } from '../../core/libraries/viem.ts'
import { oneOf, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import { isReadable } from '../namespaces/namespaces.ts'
import { coinGeckoUrl } from './createCoinGeckoPrices.ts'
import type { Exchange } from './createExchangePrices.ts'

export interface PriceSettings {
  readonly source: (typeof priceSources)[number]
  /** Of CoinGecko's API. */
  readonly url: string
  /** Never log it. */
  readonly key: string | undefined
  readonly exchanges: ReadonlyMap<CaipNetworkId, Exchange>
}

const priceSources = ['none', 'coingecko', 'exchange'] as const

export function readPriceSettings(read: ReadVariable): PriceSettings {
  return {
    source: read('PRICE_SOURCE', 'none', oneOf(priceSources)),
    url: read('PRICE_API_URL', coinGeckoUrl, apiUrl),
    key: read<string | undefined>('PRICE_API_KEY', undefined, plainKey),
    exchanges: read<PriceSettings['exchanges']>('PRICE_EXCHANGES', new Map(), parseExchanges),
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
  v.custom<CaipNetworkId>(id => isReadable(id)),
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
