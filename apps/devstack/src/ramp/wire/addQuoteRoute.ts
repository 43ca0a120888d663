import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { ChainPrices } from '../chain/createRampPrices.ts'
import { formatDecimal, parseDecimal } from '../quotes/decimals.ts'
import { type Purchase, quotePurchase, refusePurchase } from '../quotes/quotePurchase.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { type RampService, rampFiats, rampServices } from '../quotes/rampCatalog.ts'
import type { RampWaits } from '../rampConfig.ts'
import { exactNumber } from './exactNumber.ts'
import { MeldRefusal } from './meldAnswers.ts'
import type { MeldQuote, MeldQuoteAnswer, MeldQuoteRequest } from './rampWire.ts'

/** Adds `POST /payments/crypto/quote`. It waits for the slowest service that is asked for; a failing one is left out, and fails the request when it is alone. */
export function addQuoteRoute(
  app: Hono,
  options: {
    assets: readonly RampAsset[]
    waits: RampWaits
    pricesOf: (chainId: number) => Promise<ChainPrices>
  },
): void {
  const { assets, waits, pricesOf } = options
  app.post('/payments/crypto/quote', async context => {
    const body = (await context.req.json().catch(() => ({}))) as Partial<MeldQuoteRequest>
    const fiat = rampFiats[String(body.sourceCurrencyCode)]
    const asset = assets.find(({ code }) => code === body.destinationCurrencyCode)
    const paid = parseDecimal(body.sourceAmount, 2)
    if (typeof body.countryCode !== 'string')
      throw new MeldRefusal(400, 'BAD_REQUEST', 'countryCode is required')
    if (fiat === undefined) throw new MeldRefusal(400, 'BAD_REQUEST', 'sourceCurrencyCode is not supported')
    if (asset === undefined)
      throw new MeldRefusal(400, 'BAD_REQUEST', 'destinationCurrencyCode is not supported')
    if (paid === undefined) throw new MeldRefusal(400, 'BAD_REQUEST', 'sourceAmount is no amount')
    const services = rampServices.filter(({ id }) => body.serviceProviders?.includes(id) ?? true)
    const prices = await pricesOf(asset.chain.chainId)

    const refusals: string[] = []
    async function ask(service: RampService): Promise<Purchase[]> {
      const last = (paid ?? 0n) % 100n
      if (service.temper === 'slow') await delay(last === 17n ? waits.lostQuote : waits.slowQuote)
      if (service.temper === 'failing' && last === 13n)
        throw new MeldRefusal(500, 'INTERNAL_SERVER_ERROR', `${service.name} does not answer`)
      const methods = body.paymentMethodType ? [body.paymentMethodType] : Object.keys(service.limits)
      return methods.flatMap(method => {
        const { countryCode: country = '', subdivision, sourceCurrencyCode = '' } = body
        const asked = { country, subdivision, fiat: sourceCurrencyCode, method, asset: asset as RampAsset }
        const refusal = refusePurchase(service, asked)
        if (refusal !== undefined) refusals.push(refusal)
        if (refusal !== undefined || fiat === undefined || asset === undefined) return []
        const purchase = quotePurchase({ service, method, paid: paid ?? 0n, fiat, asset, prices })
        if (purchase === undefined) refusals.push('Amount is outside of the limits')
        return purchase ? [purchase] : []
      })
    }

    const asked = await Promise.allSettled(services.map(ask))
    const failed = asked.filter(each => each.status === 'rejected')
    if (failed[0] && failed.length === services.length) throw failed[0].reason
    const purchases = asked.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
    const answer: MeldQuoteAnswer = {
      quotes: purchases.map(purchase => describeQuote(purchase, { body, paid, asset })),
      message: purchases.length > 0 ? null : (refusals[0] ?? 'No quotes are available'),
      error: purchases.length > 0 ? null : 'INCOMPATIBLE_REQUEST',
      timestamp: new Date().toISOString(),
    }
    return context.json(answer)
  })
}

function describeQuote(
  { service, method, transactionFee, networkFee, net, amount, rate }: Purchase,
  asked: { body: Partial<MeldQuoteRequest>; paid: bigint; asset: RampAsset },
): MeldQuote {
  const { body, paid, asset } = asked
  const money = (hundredths: bigint): number => exactNumber(formatDecimal(hundredths, 2))
  return {
    transactionType: 'CRYPTO_PURCHASE',
    sourceAmount: money(paid),
    sourceAmountWithoutFees: money(net),
    fiatAmountWithoutFees: money(net),
    destinationAmountWithoutFees: null,
    sourceCurrencyCode: String(body.sourceCurrencyCode),
    countryCode: String(body.countryCode),
    totalFee: money(transactionFee + networkFee),
    networkFee: money(networkFee),
    transactionFee: money(transactionFee),
    partnerFee: money(0n),
    destinationAmount: exactNumber(formatDecimal(amount, asset.decimals)),
    destinationCurrencyCode: asset.code,
    exchangeRate: exactNumber(formatDecimal(rate, 8)),
    paymentMethodType: method,
    customerScore: service.score,
    serviceProvider: service.id,
    institutionName: null,
    lowKyc: service.lowKyc,
  }
}
