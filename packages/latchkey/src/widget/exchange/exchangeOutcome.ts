import type { ShownOrder } from '../../engine/nouns/orders/orders.ts'

/** What is known of an order: `unknown` is neither done nor failed, since it may still arrive. */
export type ExchangeOutcome =
  | 'waiting'
  | 'paid'
  | 'sent'
  | 'sentUnseen'
  | 'done'
  | 'grew'
  | 'failed'
  | 'refunded'
  | 'expired'
  | 'unknown'

/** For so long after its end the services may still say what became of it, in milliseconds. */
const grace = 60_000

/** What is known of an order at a moment, in milliseconds since the epoch. A time-out is unknown, never a failure. */
export function exchangeOutcome({ entry, credited, stale }: ShownOrder, now: number): ExchangeOutcome {
  if (credited === 'balance') return 'grew'
  switch (entry.state) {
    case 'confirmed':
      return 'done'
    case 'failed':
    case 'refunded':
    case 'expired':
      return entry.state
    case 'lost_sight':
      return 'unknown'
    case 'sent':
      return entry.hash === undefined ? 'sentUnseen' : 'sent'
    case 'open':
    case 'paid':
      // Nothing was heard of it, and its time is over.
      if (stale && now > entry.expiresAt + grace) return 'unknown'
      return entry.state === 'paid' ? 'paid' : 'waiting'
  }
}

/** Whether nothing more is waited for. */
export function isOver(outcome: ExchangeOutcome): boolean {
  return isDone(outcome) || isLost(outcome)
}

export function isDone(outcome: ExchangeOutcome): boolean {
  return outcome === 'done' || outcome === 'grew'
}

export function isLost(outcome: ExchangeOutcome): boolean {
  return outcome === 'failed' || outcome === 'refunded' || outcome === 'expired'
}
