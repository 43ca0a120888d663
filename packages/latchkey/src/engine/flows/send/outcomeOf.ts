import type { TransferEntry } from '../../../contract/journal.ts'
import type { SendProgress } from './progressTransition.ts'

/** What can be said of a transfer. */
export interface Outcome {
  readonly at:
    | 'asked'
    | 'unknown'
    | 'pending'
    | 'confirmed'
    | 'failed'
    /** The same with another fee, which went through, or did not. */
    | 'repriced'
    | 'repricedFailed'
    | 'cancelled'
    /** Another transaction took its nonce. */
    | 'other'
    /** The chain did not take it in time. */
    | 'expired'
    | 'dropped'
    | 'rejected'
  /** The transaction that replaced it. */
  readonly by?: string
}

/** By the journal where it has the transfer, which asks the chain; else by the wallet's word, which says "sent" at most. */
export function outcomeOf(
  state: Pick<Extract<SendProgress, { at: 'sent' | 'unknown' }>, 'at'>,
  sent: TransferEntry | undefined,
): Outcome {
  if (!sent) return { at: state.at === 'sent' ? 'pending' : 'unknown' }
  const { status, receipt } = sent
  if (status !== 'replaced') return { at: status }
  if (receipt?.status !== 'replaced') return { at: 'other' }
  const { by, reason, outcome } = receipt
  if (reason === 'repriced') return { at: outcome === 'confirmed' ? 'repriced' : 'repricedFailed', by }
  return { at: reason, by }
}
