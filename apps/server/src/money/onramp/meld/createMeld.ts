import { addDecimals } from '../../client/addDecimals.ts'
import { compareDecimals } from '../../client/compareDecimals.ts'
import type { ProviderAnswer, ProviderClient } from '../../client/createServiceClient.ts'
import { parseRampAnswer } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import {
  OnRampFault,
  type OnRampProvider,
  type RampAsk,
  type RampQuote,
  type ServiceFault,
} from '../onRampProvider.ts'
import { readVendorFault } from '../readVendorFault.ts'
import { createMeldLists } from './createMeldLists.ts'
import { methodOfMeld, methodToMeld } from './meldNetworks.ts'
import {
  meldErrorSchema,
  meldQuotesSchema,
  meldSessionSchema,
  meldTransactionSchema,
  meldTransactionsSchema,
} from './meldShapes.ts'
import { readMeldStatus } from './readMeldStatus.ts'
import { verifyMeldWebhook } from './verifyMeldWebhook.ts'

/** Services that are asked for one quote, and currencies whose ways to pay are read. */
const mostServices = 24
const mostFiats = 24

/** Creates the provider `meld`: some twenty services behind one key, and exchanges by their transfer (docs.meld.io; reference money §2.2, §3). */
export function createMeld(
  options: {
    readonly client: ProviderClient
    /** `URL.host`s of its pages. */
    readonly hosts: readonly string[]
    readonly webhookSecret: string | undefined
  } & Pick<OnRampParts, 'assetOf' | 'clock' | 'now'>,
): OnRampProvider {
  const { client, hosts, webhookSecret, now } = options
  const lists = createMeldLists(options)

  async function codeOf(asset: string, country: string | undefined, signal: AbortSignal): Promise<string> {
    const cryptos = await lists.cryptos(placeOf(country).countries, signal)
    const found = cryptos.find(each => each.asset === asset)
    if (found === undefined) throw new OnRampFault('network')
    return found.code
  }

  async function askService(
    service: { readonly id: string; readonly name: string },
    ask: RampAsk,
    code: string,
    signal: AbortSignal,
  ): Promise<readonly RampQuote[]> {
    const { paid, country, method, recipient } = ask
    const answer = await client({
      path: '/payments/crypto/quote',
      body: {
        ...whereOf(country),
        sourceCurrencyCode: paid.currency,
        sourceAmount: paid.amount,
        destinationCurrencyCode: code,
        ...(method !== undefined && { paymentMethodType: methodToMeld(method) }),
        ...(recipient !== undefined && { walletAddress: recipient }),
        serviceProviders: [service.id],
      },
      signal,
    })
    if (answer.status !== 200) throw await faultOf(service.id, messageOf(answer), ask, signal)
    const { quotes, message } = parseRampAnswer(meldQuotesSchema, answer.body)
    if (quotes == null || quotes.length === 0) throw await faultOf(service.id, message, ask, signal)
    return quotes.flatMap(quote => {
      // Never another currency, or the same one on another network.
      const isAsked =
        quote.destinationCurrencyCode === code &&
        quote.sourceCurrencyCode === paid.currency &&
        quote.serviceProvider === service.id
      if (!isAsked) return []
      const fees = [quote.transactionFee, quote.partnerFee].filter(fee => fee != null)
      return [
        {
          service: service.id,
          serviceName: service.name,
          method: methodOfMeld(quote.paymentMethodType),
          total: { currency: paid.currency, amount: quote.sourceAmount },
          subtotal: quote.sourceAmountWithoutFees ?? null,
          amount: quote.destinationAmount,
          networkFee: quote.networkFee ?? null,
          providerFee: fees.length === 0 ? null : fees.reduce(addDecimals),
          takes: null,
          firm: false,
          lowKyc: quote.lowKyc ?? null,
          expiresAt: undefined,
          tag: code,
        },
      ]
    })
  }

  /** Meld's message in our words; its limits say what an amount is beyond. */
  async function faultOf(
    service: string,
    message: string | null | undefined,
    { paid, country, method }: RampAsk,
    signal: AbortSignal,
  ): Promise<OnRampFault> {
    const reason = readVendorFault(message)
    if (reason !== 'limits' && reason !== 'too-small' && reason !== 'too-large')
      return new OnRampFault(reason)
    const about = { service, method: method && methodToMeld(method), ...placeOf(country) }
    const limits = await lists.limits(about, signal).catch(() => [])
    const limit = limits.find(({ currencyCode }) => currencyCode === paid.currency)
    const [minimum, maximum] = [limit?.minimumAmount ?? undefined, limit?.maximumAmount ?? undefined]
    if (minimum !== undefined && compareDecimals(paid.amount, minimum) < 0)
      return new OnRampFault('too-small', { minimum, maximum })
    if (maximum !== undefined && compareDecimals(paid.amount, maximum) > 0)
      return new OnRampFault('too-large', { minimum, maximum })
    return new OnRampFault(reason === 'limits' ? 'too-small' : reason)
  }

  async function openSession(
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<{ readonly url: string; readonly reference: undefined; readonly urlEndsAt: undefined }> {
    const answer = await client({ path: '/crypto/session/widget', body, signal })
    if (answer.status !== 200) {
      const reason = readVendorFault(messageOf(answer))
      throw new OnRampFault(reason === 'limits' ? 'too-small' : reason, {
        message: `Meld answered HTTP ${answer.status}`,
      })
    }
    const { widgetUrl } = parseRampAnswer(meldSessionSchema, answer.body)
    // Its own id of the transaction is not known before the page was opened: it is looked for by ours.
    return { url: widgetUrl, reference: undefined, urlEndsAt: undefined }
  }

  return {
    id: 'meld',
    name: 'Meld',
    hosts,
    ramp: {
      async options({ country }, signal) {
        const place = placeOf(country).countries
        const [countries, fiats, cryptos] = await Promise.all([
          lists.countries(signal),
          lists.fiats(place, signal),
          lists.cryptos(place, signal),
        ])
        const taken = await Promise.all(
          fiats.slice(0, mostFiats).map(async ({ currencyCode, name }) => {
            const methods = await lists.methods(currencyCode, place, signal)
            return { currency: currencyCode, name: name ?? currencyCode, methods }
          }),
        )
        const all = [...new Set(taken.flatMap(({ methods }) => methods))]
        const limits = new Map(
          await Promise.all(
            all.map(
              async method => [method, await lists.limits({ method, countries: place }, signal)] as const,
            ),
          ),
        )
        return {
          countries,
          purchase: cryptos.map(({ asset, code, name, chainCode, chainName }) => ({
            asset,
            name,
            symbol: code.split('_')[0] ?? code,
            network: chainCode,
            networkName: chainName,
          })),
          payment: taken.map(({ currency, name, methods }) => ({
            currency,
            name,
            methods: methods.map(method => {
              const limit = limits.get(method)?.find(({ currencyCode }) => currencyCode === currency)
              return {
                id: methodOfMeld(method),
                min: limit?.minimumAmount ?? null,
                max: limit?.maximumAmount ?? null,
              }
            }),
          })),
        }
      },
      async quote(ask, signal) {
        if (ask.country === undefined) throw new OnRampFault('country')
        const [code, services] = await Promise.all([
          codeOf(ask.asset, ask.country, signal),
          lists.services('CRYPTO_ONRAMP', placeOf(ask.country).countries, signal),
        ])
        const asked = services.slice(0, mostServices)
        // Each on its own: an answer about several is as slow as the slowest of them.
        const answers = await Promise.allSettled(asked.map(service => askService(service, ask, code, signal)))
        const faults = answers.flatMap((answer, index): ServiceFault[] => {
          const service = asked[index]?.name ?? ''
          if (answer.status === 'fulfilled') return []
          const fault = answer.reason instanceof OnRampFault ? answer.reason : new OnRampFault('unavailable')
          return [{ service, reason: fault.reason, minimum: fault.minimum, maximum: fault.maximum }]
        })
        const quotes = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
        return { quotes, faults }
      },
      open: ({ id, customer, recipient, country, redirectUrl, paid, method, service, tag }, signal) =>
        openSession(
          {
            sessionType: 'BUY',
            sessionData: {
              serviceProvider: service,
              walletAddress: recipient,
              ...whereOf(country),
              sourceAmount: paid.amount,
              sourceCurrencyCode: paid.currency,
              destinationCurrencyCode: tag,
              paymentMethodType: methodToMeld(method),
              redirectUrl,
            },
            externalCustomerId: customer,
            externalSessionId: id,
          },
          signal,
        ),
    },
    exchange: {
      async assets({ country }, signal) {
        const cryptos = await lists.cryptos(placeOf(country).countries, signal)
        return cryptos.map(({ asset }) => asset)
      },
      async exchanges({ asset, country }, signal) {
        // Meld takes no order without a country.
        if (country === undefined) return []
        const place = placeOf(country).countries
        const [cryptos, services] = await Promise.all([
          lists.cryptos(place, signal),
          lists.services('CRYPTO_TRANSFER', place, signal),
        ])
        if (!cryptos.some(each => each.asset === asset)) return []
        return services.map(({ id, name }) => ({
          id: id.toLowerCase(),
          name,
          minimum: null,
          maximum: null,
          fee: null,
          asksAmount: true,
        }))
      },
      async open({ id, customer, exchange, asset, amount, recipient, country, redirectUrl }, signal) {
        const services = await lists.services('CRYPTO_TRANSFER', placeOf(country).countries, signal)
        const service = services.find(each => each.id.toLowerCase() === exchange)
        if (service === undefined) throw new OnRampFault('unavailable')
        const code = await codeOf(asset, country, signal)
        const body = {
          sessionType: 'TRANSFER',
          sessionData: {
            serviceProvider: service.id,
            walletAddress: recipient,
            ...whereOf(country),
            sourceAmount: amount,
            sourceCurrencyCode: code,
            destinationCurrencyCode: code,
            redirectUrl,
          },
          externalCustomerId: customer,
          externalSessionId: id,
        }
        return openSession(body, signal)
      },
    },
    async status({ id, reference }, signal) {
      const answer = await client(
        reference === undefined
          ? { path: '/payments/transactions', query: { externalSessionIds: id }, signal }
          : { path: `/payments/transactions/${encodeURIComponent(reference)}`, signal },
      )
      if (answer.status === 404) return { state: 'unknown' }
      if (answer.status !== 200)
        throw new OnRampFault('unavailable', { message: `Meld answered HTTP ${answer.status}` })
      const found =
        reference === undefined
          ? parseRampAnswer(meldTransactionsSchema, answer.body).transactions
          : [parseRampAnswer(meldTransactionSchema, answer.body).transaction]
      // One session has one transaction; an answer about another order says nothing of this one.
      const own = found.findLast(({ externalSessionId }) => externalSessionId === id)
      return own === undefined ? { state: 'unknown' } : readMeldStatus(own)
    },
    ...(webhookSecret !== undefined && {
      webhook: request => verifyMeldWebhook(request, { secret: webhookSecret, now }),
    }),
  }
}

/** Countries as lists are asked for. */
function placeOf(country: string | undefined): { readonly countries: string | undefined } {
  return { countries: country?.slice(0, 2) }
}

/** Country and part of it as orders say them. */
function whereOf(country: string | undefined): Readonly<Record<string, string>> {
  if (country === undefined) throw new OnRampFault('country')
  const [countryCode = '', subdivision] = country.split('-')
  return { countryCode, ...(subdivision !== undefined && { subdivision }) }
}

function messageOf(answer: ProviderAnswer): string | null | undefined {
  return parseRampAnswer(meldErrorSchema, answer.body).message
}
