import type { PaymentState } from 'latchkey/services'
import type { Payment, PaymentTransfer } from './payment.ts'

/** A transfer that counts, and whether its block stays. */
export type AssessedTransfer = Pick<PaymentTransfer, 'way' | 'units' | 'blockTime'> & {
  readonly isFinal: boolean
}

/** Milliseconds after its end within which a transfer's block still counts as in time: it was sent before. */
export const grace = 60_000

/** The state that a payment is in by what counts for it. `now` is milliseconds since 1970. */
export function assessPayment(
  payment: {
    readonly ways: readonly Pick<Payment['ways'][number], 'place' | 'units'>[]
    readonly expiresAt: number
    readonly refunds: readonly Pick<Payment['refunds'][number], 'state' | 'way' | 'units'>[]
  },
  facts: {
    readonly transfers: readonly AssessedTransfer[]
    /** Whether a transaction for it waits for its block. */
    readonly isPending: boolean
    readonly now: number
  },
): PaymentState {
  const { ways, expiresAt } = payment
  const { transfers, now } = facts
  if (transfers.length === 0) {
    if (facts.isPending) return 'seen'
    return now >= expiresAt ? 'expired' : 'open'
  }
  const back = sumOf(payment.refunds.filter(({ state }) => state === 'settled'))
  const all = sumOf(transfers)
  if ([...all].every(([way, units]) => (back.get(way) ?? 0n) >= units)) return 'refunded'

  const final = transfers.filter(({ isFinal }) => isFinal)
  const completed = completedAt(ways, final)
  if (completed !== undefined) {
    if (completed > expiresAt + grace) return 'paid_late'
    return isMore(ways, sumOf(final)) ? 'overpaid' : 'settled'
  }
  const completing = completedAt(ways, transfers)
  if (completing === undefined) return 'underpaid'
  // Of late money nothing is said before it stays.
  return completing > expiresAt + grace ? 'seen' : 'paid'
}

/** When one of the ways was paid whole; undefined while none is. */
function completedAt(
  ways: readonly Pick<Payment['ways'][number], 'place' | 'units'>[],
  transfers: readonly AssessedTransfer[],
): number | undefined {
  const sums = new Map<number, bigint>()
  for (const { way, units, blockTime } of transfers.toSorted((a, b) => a.blockTime - b.blockTime)) {
    const sum = (sums.get(way) ?? 0n) + units
    sums.set(way, sum)
    const wanted = ways.find(({ place }) => place === way)?.units
    if (wanted !== undefined && sum >= wanted) return blockTime
  }
  return undefined
}

/** Whether more came than one way asks for. */
function isMore(
  ways: readonly Pick<Payment['ways'][number], 'place' | 'units'>[],
  sums: ReadonlyMap<number, bigint>,
): boolean {
  return sums.size > 1 || ways.some(({ place, units }) => (sums.get(place) ?? 0n) > units)
}

function sumOf(parts: readonly { readonly way: number; readonly units: bigint }[]): Map<number, bigint> {
  const sums = new Map<number, bigint>()
  for (const { way, units } of parts) sums.set(way, (sums.get(way) ?? 0n) + units)
  return sums
}
