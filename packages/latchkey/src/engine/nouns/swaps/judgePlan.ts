/** What keeps a plan from being asked for; pure. */
import type { Amount } from '../../../contract/amount.ts'
import { isPrice } from './failureOf.ts'
import { isWorse } from './isWorse.ts'
import type { SwapPlan } from './planSwap.ts'
import type { SwapFailure, SwapQuote } from './swapQuote.ts'

/** From here on a swap is refused, as a part of one, unless the host says more. */
export const defaultImpactLimit = 0.3
/** From here on a second press is wanted. */
export const impactConfirmed = 0.1

export interface ReviewRules {
  /** The price impact above which a swap is refused, as a part of one. */
  readonly limit: number
  /** Held of the network's own currency; undefined while unknown. */
  readonly native: Amount | undefined
}

/** What keeps a plan from being asked for. */
export function faultOf(
  { forecast, quote, terms }: SwapPlan,
  { limit, native }: ReviewRules,
): { readonly failure: SwapFailure; readonly reason?: string } | undefined {
  if ((quote.priceImpact ?? 0) > limit) return { failure: 'price' }
  const { simulation, fee } = forecast
  if (simulation.at === 'fails') {
    const { reason } = simulation
    const failure = forecast.failure ?? (isPrice(reason) ? 'price' : 'other')
    return { failure, ...(reason !== undefined && { reason }) }
  }
  const own = terms.sell.address === undefined ? quote.most.value : 0n
  return fee && native && fee.most.value + own > native.value ? { failure: 'fee' } : undefined
}

/** Whether a quote is so much worse than the one on the screen that it is looked at once more. */
export function isLess(shown: SwapQuote, now: SwapQuote, slippageBps: number): boolean {
  const isSteep = ({ priceImpact = 0 }: SwapQuote) => priceImpact > impactConfirmed
  return isWorse(shown, now, slippageBps) || (isSteep(now) && !isSteep(shown))
}
