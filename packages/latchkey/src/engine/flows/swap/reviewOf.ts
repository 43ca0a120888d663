/** A plan as a review shows it, and what keeps it from being asked for; pure. */
import type { Amount } from '../../../contract/amount.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import { isPrice } from '../../nouns/swaps/failureOf.ts'
import { isWorse } from '../../nouns/swaps/isWorse.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SwapFailure, SwapQuote } from '../../nouns/swaps/swapQuote.ts'
import type { ReviewedSwap } from './swapFlow.ts'
import { impactConfirmed } from './swapTodo.ts'

/** A swap that is being built. */
export function reviewOf(id: string, wanted: AskedQuote, quote: SwapQuote): ReviewedSwap {
  const { from, network, sell, buy, slippageBps } = wanted
  const { caipNetworkId } = network
  const steps = [{ kind: 'swap', at: 'todo' }] as const
  return { id, from, caipNetworkId, sell, buy, quote, slippageBps, steps, simulation: 'asking' }
}

/** A swap that was built and tried. */
export function plannedReview(id: string, plan: SwapPlan): ReviewedSwap {
  const { fee, simulation } = plan.forecast
  const steps = plan.steps.map(({ kind }) => ({ kind, at: 'todo' as const }))
  return { ...reviewOf(id, plan.asked, plan.quote), steps, simulation, ...(fee && { fee }) }
}

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
