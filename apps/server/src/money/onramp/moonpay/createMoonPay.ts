import type { CaipAsset } from 'latchkey/services'
import type * as v from 'valibot'
import { addDecimals } from '../../client/addDecimals.ts'
import { compareDecimals } from '../../client/compareDecimals.ts'
import type { ProviderAnswer, ProviderClient } from '../../client/createServiceClient.ts'
import { createFreshCache } from '../../convert/createFreshCache.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import { OnRampFault, type OnRampProvider } from '../onRampProvider.ts'
import { readVendorFault } from '../readVendorFault.ts'
import { contractOfVendor, networkOfVendor } from '../vendorNetworks.ts'
import { methodOfMoonPay, methodsIn, methodToMoonPay } from './moonPayMethods.ts'
import {
  type MoonPayCurrency,
  moonPayCountriesSchema,
  moonPayCurrenciesSchema,
  moonPayErrorSchema,
  moonPayQuoteSchema,
  moonPayTransactionsSchema,
} from './moonPayShapes.ts'
import { readMoonPayStatus } from './readMoonPayStatus.ts'
import { signMoonPayUrl } from './signMoonPayUrl.ts'
import { verifyMoonPayWebhook } from './verifyMoonPayWebhook.ts'

/** Milliseconds for which a list counts. */
const lifetime = 600_000
const mostCached = 8

/**
 * Creates the provider `moonpay` (dev.moonpay.com, "On-ramp"; reference money §2.2). Its page is a URL that we sign here: its service is asked for lists,
 * quotes and transactions alone, with the publishable key, and never sees the secret.
 */
export function createMoonPay(
  options: {
    readonly client: ProviderClient
    /** The origin of its page. */
    readonly page: string
    /** Publishable. */
    readonly key: string
    readonly secret: string
    readonly webhookSecret: string | undefined
  } & Pick<OnRampParts, 'assetOf' | 'clock' | 'now'>,
): OnRampProvider {
  const { client, page, key: apiKey, secret, webhookSecret, assetOf, clock, now } = options
  const cached = createFreshCache<unknown>({ lifetime, clock, most: mostCached })

  async function read<S extends v.GenericSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
  ): Promise<v.InferOutput<S>> {
    const answer = await cached(path, async () => {
      const answered = await client({ path, query: { apiKey }, signal })
      if (answered.status !== 200) throw faultOf(answered)
      return parseRampAnswer(schema, answered.body)
    })
    return answer as v.InferOutput<S>
  }

  /** What is sold in a country, on networks that our nodes know, and for which money. */
  async function currenciesIn(country: string | undefined, signal: AbortSignal) {
    const list = await read(moonPayCurrenciesSchema, '/v3/currencies', signal)
    const assets = list.flatMap(currency => {
      const { metadata, code } = currency
      if (currency.type !== 'crypto' || metadata == null || !isSoldIn(currency, country)) return []
      const network = networkOfVendor(metadata.networkCode, metadata.chainId)
      const asset = network && assetOf(network, contractOfVendor(metadata.contractAddress))
      if (asset === undefined) return []
      const symbol = (code.split('_')[0] ?? code).toUpperCase()
      const networkName = metadata.networkCode ?? code
      return [{ asset, code, name: currency.name, symbol, network: networkName, networkName }]
    })
    const fiats = list.filter(({ type }) => type === 'fiat')
    return { assets, fiats }
  }

  async function isServed(country: string, signal: AbortSignal): Promise<boolean> {
    const [code, part] = country.split('-')
    const found = (await read(moonPayCountriesSchema, '/v3/countries', signal)).find(
      ({ alpha2 }) => alpha2 === code,
    )
    if (found?.isBuyAllowed !== true) return false
    return found.states?.find(state => state.code === part)?.isBuyAllowed !== false
  }

  async function codeOf(asset: CaipAsset, country: string | undefined, signal: AbortSignal): Promise<string> {
    const { assets } = await currenciesIn(country, signal)
    const found = assets.find(each => each.asset === asset)
    if (found === undefined) throw new OnRampFault('network')
    return found.code
  }

  return {
    id: 'moonpay',
    name: 'MoonPay',
    hosts: [new URL(page).host],
    ramp: {
      async options({ country }, signal) {
        const countries = await read(moonPayCountriesSchema, '/v3/countries', signal)
        const served = countries.flatMap(({ alpha2, isBuyAllowed }) =>
          isBuyAllowed === true ? [alpha2] : [],
        )
        if (country !== undefined && !(await isServed(country, signal)))
          return { countries: served, purchase: [], payment: [] }
        const { assets, fiats } = await currenciesIn(country, signal)
        return {
          countries: served,
          purchase: assets,
          payment: fiats.map(({ code, name, minBuyAmount, maxBuyAmount }) => ({
            currency: code.toUpperCase(),
            name,
            methods: methodsIn(code.toUpperCase()).map(id => ({
              id,
              min: minBuyAmount ?? null,
              max: maxBuyAmount ?? null,
            })),
          })),
        }
      },
      async quote({ asset, paid, country, method, recipient }, signal) {
        if (country !== undefined && !(await isServed(country, signal))) throw new OnRampFault('country')
        const code = await codeOf(asset, country, signal)
        const { fiats } = await currenciesIn(country, signal)
        const fiat = fiats.find(each => each.code.toUpperCase() === paid.currency)
        if (fiat === undefined) throw new OnRampFault('currency')
        const answer = await client({
          path: `/v3/currencies/${encodeURIComponent(code)}/buy_quote`,
          query: {
            apiKey,
            baseCurrencyCode: fiat.code,
            baseCurrencyAmount: paid.amount,
            areFeesIncluded: 'true',
            paymentMethod: method && methodToMoonPay(method),
            walletAddress: recipient,
          },
          signal,
        })
        if (answer.status !== 200) throw faultOf(answer, { amount: paid.amount, fiat })
        const quote = parseRampAnswer(moonPayQuoteSchema, answer.body)
        // Never another currency, or the same one on another network.
        const sold = quote.quoteCurrencyCode ?? quote.currency?.code ?? code
        const taken = quote.baseCurrencyCode ?? quote.baseCurrency?.code ?? fiat.code
        if (sold !== code) throw new OnRampFault('asset')
        if (taken.toUpperCase() !== paid.currency) throw new OnRampFault('currency')
        const fees = [quote.feeAmount, quote.extraFeeAmount].filter(fee => fee != null)
        const found = {
          service: undefined,
          serviceName: 'MoonPay',
          method: quote.paymentMethod == null ? (method ?? 'card') : methodOfMoonPay(quote.paymentMethod),
          total: { currency: paid.currency, amount: quote.totalAmount },
          subtotal: quote.baseCurrencyAmount,
          amount: quote.quoteCurrencyAmount,
          networkFee: quote.networkFeeAmount ?? null,
          providerFee: fees.length === 0 ? null : fees.reduce(addDecimals),
          takes: null,
          firm: false,
          lowKyc: null,
          expiresAt: undefined,
          tag: code,
        }
        return { quotes: [found], faults: [] }
      },
      async open(order, signal) {
        const { id, customer, asset, recipient, country, redirectUrl, paid, method, tag } = order
        const code = await codeOf(asset, country, signal)
        if (tag !== undefined && tag !== code) throw new OnRampFault('network')
        const url = new URL('/', page)
        const parameters = {
          apiKey,
          currencyCode: code,
          walletAddress: recipient,
          baseCurrencyCode: paid.currency.toLowerCase(),
          baseCurrencyAmount: paid.amount,
          paymentMethod: methodToMoonPay(method),
          externalCustomerId: customer,
          externalTransactionId: id,
          redirectURL: redirectUrl,
        }
        for (const [name, value] of Object.entries(parameters))
          if (value !== undefined) url.searchParams.set(name, value)
        return { url: signMoonPayUrl(url, secret), reference: undefined, urlEndsAt: undefined }
      },
    },
    async status({ id }, signal) {
      const path = `/v1/transactions/ext/${encodeURIComponent(id)}`
      const answer = await client({ path, query: { apiKey }, signal })
      if (answer.status === 404) return { state: 'unknown' }
      if (answer.status !== 200) throw faultOf(answer)
      // The page can be paid on again after a failure; an answer about another order says nothing of this one.
      const own = parseRampAnswer(moonPayTransactionsSchema, answer.body)
        .filter(({ externalTransactionId }) => externalTransactionId === id)
        .map(readMoonPayStatus)
      return (
        own.find(({ state }) => state === 'sent') ??
        own.find(({ state }) => state === 'paid' || state === 'open') ??
        own[0] ?? { state: 'unknown' }
      )
    },
    ...(webhookSecret !== undefined && {
      webhook: request => verifyMoonPayWebhook(request, { secret: webhookSecret, now }),
    }),
  }
}

function isSoldIn(currency: MoonPayCurrency, country: string | undefined): boolean {
  const { isSuspended, isSupportedInUS, notAllowedCountries, notAllowedUSStates } = currency
  if (isSuspended === true) return false
  const [code, part] = country?.split('-') ?? []
  if (code === undefined) return true
  if (notAllowedCountries?.includes(code) === true) return false
  if (code !== 'US') return true
  return isSupportedInUS !== false && (part === undefined || notAllowedUSStates?.includes(part) !== true)
}

/** MoonPay's refusal in our words; the currency's limits say what an amount is beyond. */
function faultOf(
  answer: ProviderAnswer,
  asked?: { readonly amount: string; readonly fiat: MoonPayCurrency },
): OnRampFault {
  const message = `MoonPay answered HTTP ${answer.status}`
  if (answer.status !== 400) return new OnRampFault('unavailable', { message })
  const minimum = asked?.fiat.minBuyAmount ?? undefined
  const maximum = asked?.fiat.maxBuyAmount ?? undefined
  if (asked !== undefined && minimum !== undefined && compareDecimals(asked.amount, minimum) < 0)
    return new OnRampFault('too-small', { message, minimum, maximum })
  if (asked !== undefined && maximum !== undefined && compareDecimals(asked.amount, maximum) > 0)
    return new OnRampFault('too-large', { message, minimum, maximum })
  const reason = readVendorFault(parseRampAnswer(moonPayErrorSchema, answer.body).message)
  return new OnRampFault(reason === 'limits' ? 'unavailable' : reason, { message })
}
