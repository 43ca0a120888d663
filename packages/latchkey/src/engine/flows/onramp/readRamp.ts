/** What the services answer about buying, checked against what was asked for (reference money §2). */
import { toDecimalString } from '../../../contract/amount.ts'
import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import { getOnRampOptions, postOnRampQuote, type WireRampQuote } from '../../../contract/onramp.ts'
import type { RouteResponse } from '../../../contract/route.ts'
import type { EngineContext } from '../../context.ts'
import { orderFailureOf } from '../../nouns/orders/openOrder.ts'
import type { RampFailure, RampToken } from './rampFlow.ts'
import { unitsOf, wireDigits } from './rampLimits.ts'

/** What a form asks for. */
export interface AskedRamp {
  readonly owner: CaipAddress
  readonly token: RampToken
  /** ISO 4217. */
  readonly currency: string
  /** Whole units of `currency`. */
  readonly amount: string
  readonly method: string | undefined
  readonly country: string | undefined
}

type Fault = RouteResponse<typeof postOnRampQuote>['faults'][number]

export type RampAnswer =
  | { readonly at: 'known'; readonly quotes: readonly WireRampQuote[]; readonly faults: readonly Fault[] }
  | {
      readonly at: 'failed'
      readonly failure: RampFailure
      readonly minimum?: string
      readonly maximum?: string
    }

export type RampOffer = RouteResponse<typeof getOnRampOptions>

/** What can be bought in a country. @throws what the call throws. */
export async function readRampOptions(
  ctx: Pick<EngineContext, 'api' | 'signal'>,
  country: string | undefined,
): Promise<RampOffer> {
  const api = await ctx.api()
  const query = country === undefined ? {} : { country }
  return api.call(getOnRampOptions, { query, signal: ctx.signal })
}

/** Quotes, the most first. Never rejects. */
export async function readRampQuotes(
  ctx: Pick<EngineContext, 'api' | 'clock'>,
  asked: AskedRamp,
  signal: AbortSignal,
): Promise<RampAnswer> {
  const { owner, token, currency, amount, method, country } = asked
  try {
    const api = await ctx.api()
    const body = {
      purchaseCurrency: token.currency.id,
      paymentCurrency: currency,
      amount,
      network: token.network.chain_id,
      address: addressOf(owner),
      ...(country !== undefined && { country }),
      ...(method !== undefined && { method }),
    }
    const answer = await api.call(postOnRampQuote, { body, signal })
    const now = ctx.clock.now()
    const quotes = answer.quotes
      .filter(quote => isFor(quote, asked) && quote.expiresAt > now)
      .sort((one, other) => compare(other.purchaseAmount.amount, one.purchaseAmount.amount))
    if (quotes.length > 0) return { at: 'known', quotes, faults: answer.faults }
    return { at: 'failed', ...whyNone(answer.faults) }
  } catch (cause) {
    return { at: 'failed', failure: orderFailureOf(cause) }
  }
}

/** A quote in another currency, by another way, or for nothing at all is none. */
function isFor(quote: WireRampQuote, { currency, method }: AskedRamp): boolean {
  const { paymentTotal, purchaseAmount } = quote
  const isPaid = paymentTotal.currency === currency && compare(paymentTotal.amount, '0') > 0
  return (
    isPaid && compare(purchaseAmount.amount, '0') > 0 && (method === undefined || quote.method === method)
  )
}

function compare(one: string, other: string): number {
  const difference = unitsOf(one) - unitsOf(other)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** One cause for all: a limit that another amount would keep, before what another choice or time would change. */
function whyNone(faults: readonly Fault[]): Omit<Extract<RampAnswer, { at: 'failed' }>, 'at'> {
  for (const reason of ['too-small', 'too-large'] as const) {
    const same = faults.filter(fault => fault.reason === reason)
    if (same.length === 0) continue
    const bounds = same.flatMap(({ minimum, maximum }) => (reason === 'too-small' ? minimum : maximum) ?? [])
    const values = bounds.map(unitsOf)
    const [first, ...rest] = values
    if (first === undefined) return { failure: reason }
    const value = rest.reduce((one, other) => ((reason === 'too-small') === other < one ? other : one), first)
    const text = toDecimalString({ value, decimals: wireDigits })
    return reason === 'too-small' ? { failure: reason, minimum: text } : { failure: reason, maximum: text }
  }
  const order = ['country', 'network', 'asset', 'method', 'currency', 'rate-limited', 'unavailable'] as const
  const counts = order.filter(reason => faults.some(fault => fault.reason === reason))
  // What may pass by itself is said only where nothing else is wrong.
  return { failure: counts.at(-1) === 'unavailable' ? 'unavailable' : (counts[0] ?? 'unsupported') }
}
