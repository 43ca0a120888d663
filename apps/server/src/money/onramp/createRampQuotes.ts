import {
  payMethodSchema,
  type postOnRampQuote,
  type RouteResponse,
  type WireRampQuote,
} from 'latchkey/services'
import * as v from 'valibot'
import { cleanText } from '../../data/chains/cleanText.ts'
import type { AskContext } from '../client/askInTime.ts'
import { compareDecimals } from '../client/compareDecimals.ts'
import { askOnRamp } from './askOnRamp.ts'
import type { RampSeal } from './createRampSeal.ts'
import { OnRampFault, type OnRampProvider, type RampAsk, type RampQuote } from './onRampProvider.ts'
import { trimAmount } from './orders/trimAmount.ts'

/** Quotes as the wire has them, the most first, and why others have none. */
export type RampAnswer = RouteResponse<typeof postOnRampQuote>

/** Asks providers at the same time, each within its own time: one that is slow or fails is a fault of its own. */
export type AskRampQuotes = (
  ask: RampAsk & { readonly symbol: string; readonly project: string },
  providers: readonly OnRampProvider[],
) => Promise<RampAnswer>

/** Milliseconds for which a quote is good whose provider names no end. */
const defaultLifetime = 120_000
/** As many as the wire takes. */
const mostQuotes = 32
const longestTag = 256

export function createRampQuotes(deps: {
  readonly context: AskContext
  readonly seal: RampSeal
  /** Milliseconds since 1970. */
  readonly now: () => number
}): AskRampQuotes {
  const { seal, now } = deps
  // A provider that asks several services gives each of them its time, and then needs some of its own.
  const context = { ...deps.context, timeout: deps.context.timeout + 500 }

  /** Undefined for a quote that is none: of no amount, in another currency, or without a name. */
  function toWire(
    ask: Parameters<AskRampQuotes>[0],
    provider: OnRampProvider,
    quote: RampQuote,
  ): WireRampQuote | undefined {
    const { currency } = ask.paid
    const money = (text: string | null) => {
      const amount = trimAmount(text)
      return amount === undefined ? null : { amount, currency }
    }
    const [total, amount] = [money(quote.total.amount), trimAmount(quote.amount)]
    const isFitting =
      quote.total.currency === currency &&
      v.is(payMethodSchema, quote.method) &&
      (quote.tag ?? '').length <= longestTag
    if (!isFitting || total === null || amount === undefined || amount === '0') return undefined
    const serviceName = cleanText(quote.serviceName, 64) ?? provider.name
    const expiresAt = quote.expiresAt ?? now() + defaultLifetime
    const quoteId = seal.seal(ask.project, {
      provider: provider.id,
      service: quote.service,
      serviceName,
      method: quote.method,
      asset: ask.asset,
      paid: ask.paid,
      amount,
      country: ask.country,
      tag: quote.tag,
      expiresAt,
    })
    if (quoteId.length > 1_024 || !Number.isSafeInteger(expiresAt)) return undefined
    return {
      quoteId,
      provider: provider.id,
      providerName: serviceName,
      method: quote.method,
      paymentTotal: total,
      paymentSubtotal: money(quote.subtotal),
      purchaseAmount: { amount, currency: ask.symbol },
      networkFee: money(quote.networkFee),
      providerFee: money(quote.providerFee),
      takes: quote.takes === null ? null : [...quote.takes],
      firm: quote.firm,
      lowKyc: quote.lowKyc,
      expiresAt,
    }
  }

  return async (ask, providers) => {
    const answers = await Promise.allSettled(
      providers.map(provider =>
        askOnRamp(context, provider.id, async signal => {
          const { quotes = [], faults = [] } = (await provider.ramp?.quote(ask, signal)) ?? {}
          const fitting = quotes.map(quote => toWire(ask, provider, quote))
          if (fitting.length > 0 && fitting.every(each => each === undefined))
            throw new OnRampFault('unavailable', {
              message: 'The provider answered with no quote that makes sense',
            })
          return { quotes: fitting.filter(each => each !== undefined), faults }
        }),
      ),
    )
    const quotes: WireRampQuote[] = []
    const faults: RampAnswer['faults'] = []
    for (const [index, answer] of answers.entries()) {
      const provider = providers[index]
      if (provider === undefined) continue
      const addFault = (
        fault: Pick<OnRampFault, 'reason' | 'minimum' | 'maximum'>,
        service: string | undefined,
      ) => {
        const [minimum, maximum] = [trimAmount(fault.minimum), trimAmount(fault.maximum)]
        faults.push({
          provider: provider.id,
          providerName: cleanText(service, 64) ?? provider.name,
          reason: fault.reason,
          ...(minimum !== undefined && { minimum }),
          ...(maximum !== undefined && { maximum }),
        })
      }
      if (answer.status === 'fulfilled') {
        quotes.push(...answer.value.quotes)
        for (const fault of answer.value.faults)
          addFault({ minimum: undefined, maximum: undefined, ...fault }, fault.service)
      } else
        addFault(
          answer.reason instanceof OnRampFault ? answer.reason : new OnRampFault('unavailable'),
          undefined,
        )
    }
    quotes.sort((a, b) => compareDecimals(b.purchaseAmount.amount, a.purchaseAmount.amount))
    return { quotes: quotes.slice(0, mostQuotes), faults: faults.slice(0, mostQuotes) }
  }
}
