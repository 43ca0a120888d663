/** A plan as a review shows it; pure. */
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SwapQuote } from '../../nouns/swaps/swapQuote.ts'
import type { ReviewedSwap } from './swapFlow.ts'

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
