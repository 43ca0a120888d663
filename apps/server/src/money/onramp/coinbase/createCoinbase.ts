import type { CaipAsset } from 'latchkey/services'
import type * as v from 'valibot'
import { compareDecimals } from '../../client/compareDecimals.ts'
import type { ProviderAnswer, ProviderClient } from '../../client/createServiceClient.ts'
import { createFreshCache } from '../../convert/createFreshCache.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import { contractOfVendor, networkOfVendor } from '../networkOfVendor.ts'
import {
  type NewExchangeOrder,
  type NewRampOrder,
  OnRampFault,
  type OnRampProvider,
  type RampAsk,
  type RampQuote,
} from '../onRampProvider.ts'
import { readVendorFault } from '../readVendorFault.ts'
import {
  coinbaseConfigSchema,
  coinbaseErrorSchema,
  coinbaseOptionsSchema,
  coinbaseQuoteSchema,
  coinbaseTokenSchema,
  coinbaseTransactionsSchema,
} from './coinbaseShapes.ts'
import type { SignCoinbase } from './createCoinbaseSigner.ts'
import { readCoinbaseStatus } from './readCoinbaseStatus.ts'
import { verifyCoinbaseWebhook } from './verifyCoinbaseWebhook.ts'

/** Coinbase's page; what its service answers names no host. */
const page = 'https://pay.coinbase.com'
/** Milliseconds for which a list counts, and a session's token. */
const lifetime = 600_000
const tokenLifetime = 300_000
const mostCached = 600
/** Ways to pay that are asked for one quote. */
const mostMethods = 4
/** The way to pay that is no purchase: what a visitor has at Coinbase is sent. */
const balance = 'CRYPTO_ACCOUNT'

/** A currency of Coinbase's on one network that our nodes know. */
interface CoinbaseAsset {
  readonly asset: CaipAsset
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly network: string
  readonly networkName: string
}

/**
 * Creates the provider `coinbase`: buying, and as an exchange the sending of what a visitor has there (docs.cdp.coinbase.com, "Onramp"; reference
 * money §2.2, §3). The order's id is Coinbase's `partnerUserRef`, so that each order has its own list of transactions.
 */
export function createCoinbase(
  options: {
    readonly client: ProviderClient
    readonly sign: SignCoinbase
    /** Of the service. */
    readonly url: string
    readonly webhookSecret: string | undefined
  } & Pick<OnRampParts, 'assetOf' | 'clock' | 'now'>,
): OnRampProvider {
  const { client, sign, assetOf, clock, now, webhookSecret } = options
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
      if (answered.status !== 200) throw faultOf(answered)
      return parseRampAnswer(schema, answered.body)
    })
    return answer as v.InferOutput<S>
  }

  async function readOptions(country: string, signal: AbortSignal) {
    const options = await read(coinbaseOptionsSchema, '/onramp/v1/buy/options', placeOf(country), signal)
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
          .filter(({ id: method }) => method !== balance),
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

  async function askMethod(method: string, to: CoinbaseAsset, asked: RampAsk, signal: AbortSignal) {
    const { paid, country = '' } = asked
    const answer = await ask({
      path: '/onramp/v1/buy/quote',
      body: {
        ...placeOf(country),
        paymentCurrency: paid.currency,
        paymentAmount: paid.amount,
        paymentMethod: method,
        purchaseCurrency: to.id,
        // Without one it would be the currency's default network.
        purchaseNetwork: to.network,
      },
      signal,
    })
    if (answer.status !== 200) throw faultOf(answer)
    const quote = parseRampAnswer(coinbaseQuoteSchema, answer.body)
    // It falls back to USD for a currency that it does not take.
    if (quote.payment_total.currency !== paid.currency) throw new OnRampFault('currency')
    const bought = quote.purchase_amount.currency
    if (bought !== to.id && bought.toUpperCase() !== to.symbol.toUpperCase()) throw new OnRampFault('asset')
    const inFiat = (amount: { readonly currency: string; readonly amount: string } | null | undefined) =>
      amount?.currency === paid.currency ? amount.amount : null
    const found: RampQuote = {
      service: undefined,
      serviceName: 'Coinbase',
      method: method.toLowerCase(),
      total: quote.payment_total,
      subtotal: inFiat(quote.payment_subtotal),
      amount: quote.purchase_amount.amount,
      networkFee: inFiat(quote.network_fee),
      providerFee: inFiat(quote.coinbase_fee),
      takes: null,
      firm: false,
      lowKyc: null,
      expiresAt: undefined,
      tag: quote.quote_id,
    }
    return found
  }

  async function openPage(
    order: NewRampOrder | NewExchangeOrder,
    path: string,
    preset: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ) {
    const { id, asset, recipient, country, clientIp, redirectUrl } = order
    if (country === undefined) throw new OnRampFault('country')
    const to = await assetIn(asset, country, signal)
    const answer = await ask({
      path: '/onramp/v1/token',
      body: {
        addresses: [{ address: recipient, blockchains: [to.network] }],
        assets: [to.symbol],
        ...(clientIp !== undefined && { clientIp }),
      },
      signal,
    })
    if (answer.status !== 200) throw faultOf(answer)
    const { token } = parseRampAnswer(coinbaseTokenSchema, answer.body)
    const url = new URL(path, page)
    const parameters = {
      sessionToken: token,
      defaultNetwork: to.network,
      defaultAsset: to.id,
      partnerUserRef: id,
      redirectUrl,
      ...preset,
    }
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, value)
    return { url: url.href, reference: undefined, urlEndsAt: now() + tokenLifetime }
  }

  return {
    id: 'coinbase',
    name: 'Coinbase',
    hosts: [new URL(page).host],
    ramp: {
      async options({ country }, signal) {
        const { countries } = await read(coinbaseConfigSchema, '/onramp/v1/buy/config', {}, signal)
        const served = countries.map(({ id }) => id)
        if (country === undefined || !served.includes(country.slice(0, 2)))
          return { countries: served, purchase: [], payment: [] }
        const { assets, fiats } = await readOptions(country, signal)
        return {
          countries: served,
          purchase: assets,
          payment: fiats.map(({ currency, methods }) => ({
            currency,
            name: currency,
            methods: methods.map(method => ({ ...method, id: method.id.toLowerCase() })),
          })),
        }
      },
      async quote(asked, signal) {
        const { country, paid, method } = asked
        if (country === undefined) throw new OnRampFault('country')
        const [to, { fiats }] = await Promise.all([
          assetIn(asked.asset, country, signal),
          readOptions(country, signal),
        ])
        const fiat = fiats.find(({ currency }) => currency === paid.currency)
        if (fiat === undefined) throw new OnRampFault('currency')
        const wanted = fiat.methods.filter(({ id }) => method === undefined || id.toLowerCase() === method)
        if (wanted.length === 0) throw new OnRampFault('method')
        const fitting = wanted.filter(
          ({ min, max }) =>
            (min === null || compareDecimals(paid.amount, min) >= 0) &&
            (max === null || compareDecimals(paid.amount, max) <= 0),
        )
        if (fitting.length === 0) throw limitFault(paid.amount, wanted)
        const answers = await Promise.allSettled(
          fitting.slice(0, mostMethods).map(({ id }) => askMethod(id, to, asked, signal)),
        )
        const quotes = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
        const [refused] = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
        // One way to pay that has a quote is enough: the others are not refusals of what was asked.
        if (quotes.length === 0) throw refused
        return { quotes, faults: [] }
      },
      open: (order, signal) =>
        openPage(
          order,
          '/buy/select-asset',
          {
            defaultPaymentMethod: order.method.toUpperCase(),
            presetFiatAmount: order.paid.amount,
            fiatCurrency: order.paid.currency,
            quoteId: order.tag,
          },
          signal,
        ),
    },
    exchange: {
      async assets({ country }, signal) {
        if (country === undefined) return []
        return (await readOptions(country, signal)).assets.map(({ asset }) => asset)
      },
      async exchanges({ asset, country }, signal) {
        if (country === undefined) return []
        const { assets } = await readOptions(country, signal)
        if (!assets.some(each => each.asset === asset)) return []
        return [
          { id: 'coinbase', name: 'Coinbase', minimum: null, maximum: null, fee: null, asksAmount: true },
        ]
      },
      open: (order, signal) =>
        openPage(
          order,
          order.amount === undefined ? '/buy/select-asset' : '/buy',
          {
            defaultExperience: order.amount === undefined ? 'send' : undefined,
            defaultPaymentMethod: balance,
            presetCryptoAmount: order.amount,
          },
          signal,
        ),
    },
    async status({ id }, signal) {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(id)}/transactions`
      const answer = await ask({ path, query: { page_size: '20' }, signal })
      if (answer.status === 404) return { state: 'unknown' }
      if (answer.status !== 200) throw faultOf(answer)
      const { transactions } = parseRampAnswer(coinbaseTransactionsSchema, answer.body)
      // The newest is first; an answer about another order says nothing of this one. What was sent outweighs a try after it.
      const own = transactions
        .filter(({ partner_user_ref: reference }) => reference == null || reference === id)
        .map(readCoinbaseStatus)
      return own.find(({ state }) => state === 'sent') ?? own[0] ?? { state: 'unknown' }
    },
    ...(webhookSecret !== undefined && {
      webhook: request => verifyCoinbaseWebhook(request, { secret: webhookSecret, now }),
    }),
  }
}

/** Country and part of it, as requests have them. */
function placeOf(country: string): { readonly country: string; readonly subdivision: string | undefined } {
  return { country: country.slice(0, 2), subdivision: country.split('-')[1] }
}

function limitFault(
  amount: string,
  limits: readonly { readonly min: string | null; readonly max: string | null }[],
): OnRampFault {
  const mins = limits.flatMap(({ min }) => min ?? []).sort(compareDecimals)
  const maxs = limits.flatMap(({ max }) => max ?? []).sort(compareDecimals)
  const [minimum, maximum] = [mins[0], maxs.at(-1)]
  const isSmall = minimum !== undefined && compareDecimals(amount, minimum) < 0
  return new OnRampFault(isSmall ? 'too-small' : 'too-large', { minimum, maximum })
}

function faultOf(answer: ProviderAnswer): OnRampFault {
  const message = `Coinbase answered HTTP ${answer.status}`
  if (answer.status !== 400) return new OnRampFault('unavailable', { message })
  const reason = readVendorFault(parseRampAnswer(coinbaseErrorSchema, answer.body).message)
  return new OnRampFault(reason === 'limits' ? 'unavailable' : reason, { message })
}
