import { oneOf } from '../../base/oneOf.ts'
import type { Engine } from '../../engine.ts'
import { createAllowances } from '../../nouns/swaps/createAllowances.ts'
import { createSwapFlow } from './createSwapFlow.ts'
import { createSwapReview } from './createSwapReview.ts'
import type { Swaps } from './swapFlow.ts'

/** Swapping of one engine: the form, its review, and what is left of allowances. A chunk of its own, by `engine.swapping()`. */
export function createSwaps(engine: Pick<Engine, 'ctx' | 'tokens'>): Swaps {
  const flow = createSwapFlow(engine)
  return {
    flow,
    review: createSwapReview(engine, flow, flow.native),
    allowances: oneOf(engine, createAllowances),
  }
}
