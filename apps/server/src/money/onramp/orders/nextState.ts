import type { WireOrder } from 'latchkey/services'
import type { ToldStatus } from '../onRampProvider.ts'
import type { OrderRow } from './orderRow.ts'

type State = WireOrder['state']

/** How far the states are that lead to a receipt; the others have no place in that order. */
const progress: Partial<Record<State, number>> = { open: 0, paid: 1, sent: 2 }

/** Milliseconds after which a transaction that no node of ours has in a block counts as lost sight of. */
const patienceWithHash = 3_600_000
/** Milliseconds in which a payment is to be sent: banks take days. */
const patienceWithPaid = 7 * 86_400_000

/**
 * The state that follows from what a provider says now; `told` is undefined while it does not answer, or does not know the order. Only a receipt
 * confirms. A time-out is `lost_sight`, which any news ends, and an answer that is older than what is known changes nothing (T73).
 */
export function nextState(
  row: Pick<OrderRow, 'state' | 'told_state' | 'told_at' | 'expires_at' | 'hash'>,
  told: Exclude<ToldStatus['state'], 'unknown'> | undefined,
  now: number,
): { readonly state: State; readonly toldState: State } {
  const { state, told_state: known } = row
  const keep = { state, toldState: known }
  if (state === 'confirmed') return keep
  if (told !== undefined && told !== known) {
    const [from, to] = [progress[known], progress[told]]
    const isOlder = from !== undefined && to !== undefined && to < from
    if (!isOlder) return { state: told, toldState: told }
  }
  return isTimedOut(row, now) ? { state: 'lost_sight', toldState: known } : keep
}

function isTimedOut(
  { state, told_at: since, expires_at: end, hash }: Parameters<typeof nextState>[0],
  now: number,
): boolean {
  switch (state) {
    case 'open':
      return now > end
    case 'paid':
      return now > since + patienceWithPaid
    case 'sent':
      // Without a hash there is nothing to wait for: the provider's word is all there will be.
      return hash !== null && now > since + patienceWithHash
    default:
      return false
  }
}
