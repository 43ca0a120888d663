import type { CaipAsset } from 'latchkey/services'
import type * as v from 'valibot'
import type { ProviderAnswer, ProviderClient } from '../../client/createServiceClient.ts'
import { createFreshCache } from '../../convert/createFreshCache.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import { OnRampFault } from '../onRampProvider.ts'
import { readVendorFault } from '../readVendorFault.ts'
import { contractOfVendor, networkOfVendor } from '../vendorNetworks.ts'
import { coinbaseConfigSchema, coinbaseErrorSchema, coinbaseOptionsSchema } from './coinbaseShapes.ts'
import type { SignCoinbase } from './createCoinbaseSigner.ts'

/** Milliseconds for which a list counts. */
const lifetime = 600_000
const mostCached = 600

/** The way to pay that is no purchase: what a visitor has at Coinbase is sent. */
export const coinbaseBalance = 'CRYPTO_ACCOUNT'

/** A currency of Coinbase's on one network that our nodes know. */
export interface CoinbaseAsset {
  readonly asset: CaipAsset
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly network: string
  readonly networkName: string
}

/** Asks Coinbase, with a token for each request, and reads what it says of itself, each list once in ten minutes. */
export function createCoinbaseLists(
  options: {
    readonly client: ProviderClient
    readonly sign: SignCoinbase
    /** Of the service. */
    readonly url: string
  } & Pick<OnRampParts, 'assetOf' | 'clock'>,
) {
  const { client, sign, assetOf, clock } = options
  const service = new URL(options.url)
  const cached = createFreshCache<unknown>({ lifetime, clock, most: mostCached })

  function ask(request: Parameters<ProviderClient>[0]): Promise<ProviderAnswer> {
    const method = request.body === undefined ? 'GET' : 'POST'
    const path = `${service.pathname.replace(/\/$/, '')}${request.path}`
    const token = sign({ method, host: service.host, path })
    return client({ ...request, headers: { authorization: `Bearer ${token}` } })
  }

  async function read<S extends v.GenericSchema>(
    schema: S,
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ): Promise<v.InferOutput<S>> {
    const answer = await cached(JSON.stringify([path, query]), async () => {
      const answered = await ask({ path, query, signal })
      if (answered.status !== 200) throw readCoinbaseFault(answered)
      return parseRampAnswer(schema, answered.body)
    })
    return answer as v.InferOutput<S>
  }

  async function readOptions(country: string, signal: AbortSignal) {
    const options = await read(
      coinbaseOptionsSchema,
      '/onramp/v1/buy/options',
      coinbasePlace(country),
      signal,
    )
    const assets = options.purchase_currencies.flatMap(({ id, name, symbol, networks }) =>
      networks.flatMap((each): CoinbaseAsset[] => {
        const network = networkOfVendor(each.name, each.chain_id)
        const asset = network && assetOf(network, contractOfVendor(each.contract_address))
        const networkName = each.display_name ?? each.name
        return asset === undefined ? [] : [{ asset, id, name, symbol, network: each.name, networkName }]
      }),
    )
    const fiats = options.payment_currencies.map(({ id, limits, payment_method_limits: older }) => {
      const all = limits ?? older ?? []
      return {
        currency: id,
        methods: all
          .map(limit => ({
            id: limit.id.toUpperCase(),
            min: limit.min ?? null,
            // Without a limit there are zeros.
            max: limit.max == null || /^[0.]+$/.test(limit.max) ? null : limit.max,
          }))
          .filter(({ id: method }) => method !== coinbaseBalance),
      }
    })
    return { assets, fiats }
  }

  async function assetIn(asset: CaipAsset, country: string, signal: AbortSignal): Promise<CoinbaseAsset> {
    const { assets } = await readOptions(country, signal)
    const found = assets.find(each => each.asset === asset)
    if (found === undefined) throw new OnRampFault('network')
    return found
  }

  async function readCountries(signal: AbortSignal): Promise<readonly string[]> {
    const { countries } = await read(coinbaseConfigSchema, '/onramp/v1/buy/config', {}, signal)
    return countries.map(({ id }) => id)
  }

  return { ask, readCountries, readOptions, assetIn }
}

/** Country and part of it, as requests have them. */
export function coinbasePlace(country: string): {
  readonly country: string
  readonly subdivision: string | undefined
} {
  return { country: country.slice(0, 2), subdivision: country.split('-')[1] }
}

/** Why Coinbase refuses, by its message. */
export function readCoinbaseFault(answer: ProviderAnswer): OnRampFault {
  const message = `Coinbase answered HTTP ${answer.status}`
  if (answer.status !== 400) return new OnRampFault('unavailable', { message })
  const reason = readVendorFault(parseRampAnswer(coinbaseErrorSchema, answer.body).message)
  return new OnRampFault(reason === 'limits' ? 'unavailable' : reason, { message })
}
