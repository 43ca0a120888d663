import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { ChainPrices } from '../chain/createRampPrices.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import { linkLifetime, writeOrderLink } from '../orders/orderLink.ts'
import type { RampOrder } from '../orders/rampOrder.ts'
import { formatDecimal, parseDecimal } from '../quotes/decimals.ts'
import { quotePurchase, refusePurchase } from '../quotes/quotePurchase.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { rampExchange, rampFiats, rampServices } from '../quotes/rampCatalog.ts'
import { MeldRefusal } from './meldAnswers.ts'
import type { MeldSessionAnswer, MeldSessionRequest } from './rampWire.ts'

/** Milliseconds in which an order may be paid. */
const orderLifetime = 900_000
const idPattern = /^[\w.:-]{1,128}$/

type SessionData = Partial<MeldSessionRequest['sessionData']>
type Terms = Pick<RampOrder, 'sourceAmount' | 'amount' | 'transactionFee' | 'networkFee' | 'method'>

/** Adds `POST /crypto/session/widget`: an order, and the link to its page. */
export function addSessionRoute(
  app: Hono,
  options: {
    url: string
    store: RampStore
    assets: readonly RampAsset[]
    pricesOf: (chainId: number) => Promise<ChainPrices>
    now: () => number
    wake: () => void
  },
): void {
  const { url, store, assets, pricesOf, now, wake } = options
  app.post('/crypto/session/widget', async context => {
    const body = (await context.req.json().catch(() => ({}))) as Partial<MeldSessionRequest>
    const data: SessionData = body.sessionData ?? {}
    const kind = body.sessionType
    const asset = assets.find(({ code }) => code === data.destinationCurrencyCode)
    if (kind !== 'BUY' && kind !== 'TRANSFER') throw refusal('sessionType is not supported')
    if (asset === undefined) throw refusal('destinationCurrencyCode is not supported')
    if (typeof data.walletAddress !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(data.walletAddress))
      throw refusal('walletAddress is no address of this chain')
    if (typeof data.countryCode !== 'string') throw refusal('countryCode is required')
    const redirectUrl = readRedirect(data.redirectUrl)
    const externalSessionId = readId(body.externalSessionId, 'externalSessionId')
    const externalCustomerId = readId(body.externalCustomerId, 'externalCustomerId')
    const terms =
      kind === 'BUY'
        ? agreePurchase(data, asset, await pricesOf(asset.chain.chainId))
        : agreeTransfer(data, asset)
    const at = now()
    const order: RampOrder = {
      id: randomUUID(),
      transactionId: randomUUID(),
      kind,
      externalSessionId,
      externalCustomerId,
      customerId: randomUUID(),
      service: String(data.serviceProvider),
      wallet: data.walletAddress,
      country: data.countryCode,
      sourceCurrency: kind === 'BUY' ? String(data.sourceCurrencyCode) : asset.code,
      asset: asset.code,
      ...terms,
      redirectUrl,
      state: 'created',
      step: kind === 'BUY' ? 'card' : 'login',
      reason: null,
      email: null,
      attempts: 0,
      visit: null,
      linkUntil: at + linkLifetime,
      sendAt: null,
      createdAt: at,
      updatedAt: at,
      expiresAt: at + orderLifetime,
    }
    if (!store.addOrder(order)) throw refusal('externalSessionId is used already')
    wake()
    const link = writeOrderLink(url, order, store.linkSecret)
    const answer: MeldSessionAnswer = {
      id: order.id,
      externalSessionId,
      externalCustomerId,
      customerId: order.customerId,
      token: new URL(link).searchParams.get('signature') ?? '',
      widgetUrl: link,
      serviceProviderWidgetUrl: link,
    }
    return context.json(answer)
  })
}

function agreePurchase(data: SessionData, asset: RampAsset, prices: ChainPrices): Terms {
  const service = rampServices.find(({ id }) => id === data.serviceProvider)
  const fiat = rampFiats[String(data.sourceCurrencyCode)]
  const paid = parseDecimal(data.sourceAmount, 2)
  if (service === undefined) throw refusal('serviceProvider is not supported')
  if (fiat === undefined) throw refusal('sourceCurrencyCode is not supported')
  if (paid === undefined) throw refusal('sourceAmount is no amount')
  const { countryCode: country = '', subdivision, sourceCurrencyCode = '' } = data
  const method = data.paymentMethodType ?? 'CREDIT_DEBIT_CARD'
  const why = refusePurchase(service, { country, subdivision, fiat: sourceCurrencyCode, method, asset })
  if (why !== undefined) throw refusal(why, 'INCOMPATIBLE_REQUEST')
  const purchase = quotePurchase({ service, method, paid, fiat, asset, prices })
  if (purchase === undefined) throw refusal('Amount is outside of the limits', 'INCOMPATIBLE_REQUEST')
  return {
    sourceAmount: formatDecimal(paid, 2),
    amount: formatDecimal(purchase.amount, asset.decimals),
    transactionFee: formatDecimal(purchase.transactionFee, 2),
    networkFee: formatDecimal(purchase.networkFee, 2),
    method,
  }
}

function agreeTransfer(data: SessionData, asset: RampAsset): Terms {
  if (data.serviceProvider !== rampExchange.id) throw refusal('serviceProvider is not supported')
  if (data.sourceCurrencyCode !== asset.code) throw refusal('A transfer does not exchange')
  const units = data.sourceAmount === undefined ? undefined : parseDecimal(data.sourceAmount, asset.decimals)
  if (data.sourceAmount !== undefined && units === undefined) throw refusal('sourceAmount is no amount')
  const amount = units === undefined ? null : formatDecimal(units, asset.decimals)
  const networkFee = formatDecimal(asset.withdrawalFee, asset.decimals)
  return { sourceAmount: amount, amount, transactionFee: '0', networkFee, method: null }
}

function readRedirect(given: unknown): string | null {
  if (given === undefined) return null
  const isAddress = typeof given === 'string' && given.length <= 2_048 && URL.canParse(given)
  if (!isAddress || !['http:', 'https:'].includes(new URL(given).protocol))
    throw refusal('redirectUrl is no address of a page')
  return given
}

function readId(given: unknown, name: string): string | null {
  if (given === undefined || given === null) return null
  if (typeof given !== 'string' || !idPattern.test(given)) throw refusal(`${name} is no id`)
  return given
}

function refusal(message: string, code: 'BAD_REQUEST' | 'INCOMPATIBLE_REQUEST' = 'BAD_REQUEST'): MeldRefusal {
  return new MeldRefusal(400, code, message)
}
