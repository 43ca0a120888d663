import type { SwapArrival, SwapEntry } from '../../contract/journal.ts'
import type { SwapProgress } from '../../engine/flows/swap/swapFlow.ts'

/** What can be said of a swap. */
export type SwapOutcome =
  | 'asked'
  | 'unknown'
  | 'sent'
  | 'done'
  | 'failed'
  | 'rejected'
  | 'dropped'
  | 'expired'
  | 'cancelled'
  /** Another transaction took its nonce. */
  | 'replaced'
  /** Paid, and on its way to another network; then what became of it there. */
  | 'crossing'
  | 'unseen'
  | 'arrived'
  | 'partial'
  | 'refunded'
  | 'lost'

/** By the journal where it has the swap, which asks the chain; else by the progress. "Done" is only said from a receipt. */
export function swapOutcome(
  at: Extract<SwapProgress, { legs?: unknown }>['at'],
  entry: Pick<SwapEntry, 'status' | 'receipt'> | undefined,
): SwapOutcome {
  if (!entry || at === 'done' || at === 'failed') return at
  const { status, receipt } = entry
  if (status === 'confirmed') return 'done'
  if (status === 'pending') return 'sent'
  if (status !== 'replaced') return status
  if (receipt?.status !== 'replaced') return 'replaced'
  const { reason, outcome } = receipt
  if (reason === 'repriced') return outcome === 'confirmed' ? 'done' : 'failed'
  return reason === 'cancelled' ? 'cancelled' : 'replaced'
}

const arrivals = {
  waiting: 'crossing',
  unknown: 'unseen',
  done: 'arrived',
  partial: 'partial',
  refunded: 'refunded',
  failed: 'lost',
} as const

/** The same of a swap to another network, which is not over when it is confirmed where it was paid. */
export function outcomeThere(outcome: SwapOutcome, arrival: SwapArrival | undefined): SwapOutcome {
  return outcome === 'done' ? arrivals[arrival?.state ?? 'waiting'] : outcome
}
