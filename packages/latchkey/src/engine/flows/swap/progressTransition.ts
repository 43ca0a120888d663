/** How far one swap has come from its review to the chain's word (SPEC-NOTES §4 "Swap"); pure. */
import type { SwapArrival } from '../../../contract/journal.ts'
import type { SwapLegs } from '../../../contract/swap.ts'
import type { Waiting } from '../../base/waiting.ts'
import type { SwapFailure, SwapQuote, SwapStep } from '../../nouns/swaps/swapQuote.ts'
import type { ReviewedSwap, SwapProgress } from './swapFlow.ts'

export type ProgressEvent =
  | { readonly type: 'preparing'; readonly review: ReviewedSwap }
  /** Built, tried and ready to be asked for. */
  | { readonly type: 'planned'; readonly review: ReviewedSwap; readonly before?: SwapQuote }
  /** Pressed once, and the next press swaps. */
  | { readonly type: 'pressed' }
  | { readonly type: 'asked'; readonly review: ReviewedSwap }
  | { readonly type: 'stepped'; readonly steps: readonly SwapStep[]; readonly hash?: string }
  | { readonly type: 'waited'; readonly waiting: Waiting }
  | { readonly type: 'refused'; readonly failure: SwapFailure; readonly reason?: string }
  /** The wallet's answer, and then the journal's word. */
  | {
      readonly type: 'told'
      readonly at: 'sent' | 'unknown' | 'done' | 'failed'
      readonly id: string
      readonly hash?: string
      readonly legs?: SwapLegs
      readonly arrival?: SwapArrival
    }
  /** One of the journal is to be looked at. */
  | { readonly type: 'followed'; readonly id: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'left' }

type Under = Extract<SwapProgress, { at: 'preparing' | 'reviewing' | 'asking' | 'waiting' | 'refused' }>

export function progressTransition(state: SwapProgress, event: ProgressEvent): SwapProgress {
  switch (event.type) {
    case 'preparing':
      return { ...plain(event.review), at: 'preparing' }
    case 'followed':
      return { at: 'sent', id: event.id }
    case 'cancelled':
      return isUnder(state) ? { at: 'idle' } : state
    case 'left':
      // A request that waits in the wallet, or on its way, goes on without the view.
      return state.at === 'asking' || state.at === 'waiting' || state.at === 'idle' ? state : { at: 'idle' }
    case 'told':
      return tell(state, event)
  }
  if (!isUnder(state)) return state
  switch (event.type) {
    case 'planned': {
      const { before } = event
      return { ...plain(event.review), at: 'reviewing', confirm: false, ...(before && { before }) }
    }
    case 'pressed':
      return state.at === 'reviewing' ? { ...state, confirm: true } : state
    case 'asked':
      return { ...plain(event.review), at: 'asking', waiting: 'brief' }
    case 'stepped': {
      if (state.at !== 'asking' && state.at !== 'waiting') return state
      const review = { ...plain(state), steps: event.steps }
      if (event.steps.some(({ at }) => at === 'asking')) return { ...review, at: 'asking', waiting: 'brief' }
      return { ...review, at: 'waiting', ...(event.hash !== undefined && { hash: event.hash }) }
    }
    case 'waited':
      return state.at === 'asking' ? { ...state, waiting: event.waiting } : state
    case 'refused': {
      const { failure, reason } = event
      // What the wallet was asked for waits there no longer.
      const steps = state.steps.map(step => (step.at === 'asking' ? { ...step, at: 'todo' as const } : step))
      return { ...plain(state), steps, at: 'refused', failure, ...(reason !== undefined && { reason }) }
    }
  }
}

/** Before the wallet's answer to the swap itself. */
export function isUnder(state: SwapProgress): state is Under {
  return (
    state.at === 'preparing' ||
    state.at === 'reviewing' ||
    state.at === 'asking' ||
    state.at === 'waiting' ||
    state.at === 'refused'
  )
}

/** What is the same in each state of a review. */
export function plain(state: ReviewedSwap): ReviewedSwap {
  const { id, from, caipNetworkId, sell, buy, quote, slippageBps, steps, fee, simulation } = state
  return { id, from, caipNetworkId, sell, buy, quote, slippageBps, steps, simulation, ...(fee && { fee }) }
}

function tell(state: SwapProgress, event: Extract<ProgressEvent, { type: 'told' }>): SwapProgress {
  const { at, id, hash, legs, arrival } = event
  const review = isUnder(state) ? plain(state) : 'review' in state ? state.review : undefined
  const more = { ...(hash !== undefined && { hash }), ...(review && { review }), ...(legs && { legs }) }
  const there = arrival && { arrival }
  return { at, id, ...more, ...there }
}
