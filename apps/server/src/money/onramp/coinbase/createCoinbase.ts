import { compareDecimals } from '../../client/compareDecimals.ts'
import type { ProviderClient } from '../../client/createServiceClient.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import {
  type NewExchangeOrder,
  type NewRampOrder,
  OnRampFault,
  type OnRampProvider,
  type RampAsk,
  type RampQuote,
} from '../onRampProvider.ts'
import { coinbaseQuoteSchema, coinbaseTokenSchema, coinbaseTransactionsSchema } from './coinbaseShapes.ts'
import {
  type CoinbaseAsset,
  coinbaseBalance,
  coinbasePlace,
  createCoinbaseLists,
  readCoinbaseFault,
} from './createCoinbaseLists.ts'
import type { SignCoinbase } from './createCoinbaseSigner.ts'
import { readCoinbaseStatus } from './readCoinbaseStatus.ts'
import { verifyCoinbaseWebhook } from './verifyCoinbaseWebhook.ts'

/** Coinbase's page; what its service answers names no host. */
const page = 'https://pay.coinbase.com'
/** Milliseconds for which a session's token counts. */
const tokenLifetime = 300_000
/** Ways to pay that are asked for one quote. */
const mostMethods = 4
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
  const { now, webhookSecret } = options
  const { ask, readCountries, readOptions, assetIn } = createCoinbaseLists(options)

  async function askMethod(method: string, to: CoinbaseAsset, asked: RampAsk, signal: AbortSignal) {
    const { paid, country = '' } = asked
    const answer = await ask({
      path: '/onramp/v1/buy/quote',
      body: {
        ...coinbasePlace(country),
        paymentCurrency: paid.currency,
        paymentAmount: paid.amount,
        paymentMethod: method,
        purchaseCurrency: to.id,
        // Without one it would be the currency's default network.
        purchaseNetwork: to.network,
      },
      signal,
    })
    if (answer.status !== 200) throw readCoinbaseFault(answer)
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
    if (answer.status !== 200) throw readCoinbaseFault(answer)
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
        const served = await readCountries(signal)
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
            defaultPaymentMethod: coinbaseBalance,
            presetCryptoAmount: order.amount,
          },
          signal,
        ),
    },
    async status({ id }, signal) {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(id)}/transactions`
      const answer = await ask({ path, query: { page_size: '20' }, signal })
      if (answer.status === 404) return { state: 'unknown' }
      if (answer.status !== 200) throw readCoinbaseFault(answer)
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
