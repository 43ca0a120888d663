import type { CaipAsset } from 'latchkey/services'
import type * as v from 'valibot'
import type { ProviderClient } from '../../client/createServiceClient.ts'
import { createFreshCache } from '../../convert/createFreshCache.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import { contractOfVendor, networkOfVendor } from '../vendorNetworks.ts'
import {
  meldCountriesSchema,
  meldCryptosSchema,
  meldFiatsSchema,
  meldLimitsSchema,
  meldMethodsSchema,
  meldServicesSchema,
} from './meldShapes.ts'

/** A currency of Meld's that our nodes know. */
export interface MeldCrypto {
  readonly asset: CaipAsset
  /** Qualified by the network, such as `USDC_BASE`. */
  readonly code: string
  readonly name: string
  readonly chainCode: string
  readonly chainName: string
}

/** Milliseconds for which a list counts. */
const lifetime = 600_000
const mostCached = 2_000

/** Reads what Meld says of itself, each list once in ten minutes. */
export function createMeldLists({
  client,
  assetOf,
  clock,
}: {
  readonly client: ProviderClient
} & Pick<OnRampParts, 'assetOf' | 'clock'>) {
  const cached = createFreshCache<unknown>({ lifetime, clock, most: mostCached })

  async function read<S extends v.GenericSchema>(
    schema: S,
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ): Promise<v.InferOutput<S>> {
    const answer = await cached(JSON.stringify([path, query]), async () => {
      const { body } = await client({ path, query, signal })
      return parseRampAnswer(schema, body)
    })
    return answer as v.InferOutput<S>
  }

  return {
    /** Services of a category in a country, by their ids. */
    async services(
      category: 'CRYPTO_ONRAMP' | 'CRYPTO_TRANSFER',
      countries: string | undefined,
      signal: AbortSignal,
    ) {
      const list = await read(
        meldServicesSchema,
        '/service-providers',
        { categories: category, countries },
        signal,
      )
      return list
        .filter(({ status }) => status == null || status === 'LIVE')
        .map(({ serviceProvider: id, name }) => ({ id, name: name ?? id }))
    },
    async countries(signal: AbortSignal) {
      const list = await read(meldCountriesSchema, '/service-providers/properties/countries', {}, signal)
      return list.map(({ countryCode }) => countryCode)
    },
    fiats: (countries: string | undefined, signal: AbortSignal) =>
      read(meldFiatsSchema, '/service-providers/properties/fiat-currencies', { countries }, signal),
    async methods(fiat: string, countries: string | undefined, signal: AbortSignal) {
      const query = { fiatCurrencies: fiat, countries }
      const list = await read(
        meldMethodsSchema,
        '/service-providers/properties/payment-methods',
        query,
        signal,
      )
      return list.map(({ paymentMethod }) => paymentMethod)
    },
    /** The widest limits of those services, by currency. */
    limits: (
      about: {
        readonly method?: string | undefined
        readonly service?: string | undefined
        readonly countries: string | undefined
      },
      signal: AbortSignal,
    ) =>
      read(
        meldLimitsSchema,
        '/service-providers/limits/fiat-currency-purchases',
        { paymentMethodTypes: about.method, serviceProviders: about.service, countries: about.countries },
        signal,
      ),
    /** Currencies on networks that our nodes serve. */
    async cryptos(countries: string | undefined, signal: AbortSignal): Promise<readonly MeldCrypto[]> {
      const list = await read(
        meldCryptosSchema,
        '/service-providers/properties/crypto-currencies',
        { countries },
        signal,
      )
      return list.flatMap(({ currencyCode: code, name, chainCode, chainName, chainId, contractAddress }) => {
        const network = networkOfVendor(chainCode, chainId)
        const asset = network && assetOf(network, contractOfVendor(contractAddress))
        if (asset === undefined) return []
        const chain = chainCode ?? chainName ?? ''
        return [{ asset, code, name: name ?? code, chainCode: chain, chainName: chainName ?? chain }]
      })
    },
  }
}
