import type { OrderEntry, OrderState } from '../../../contract/journal.ts'
import { spelledOnce } from '../../../contract/namespaceFacts.ts'
import { cleanName } from '../identity/cleanName.ts'
import { isSettled } from '../journal/isSettled.ts'
import type { ActivityEntry, ActivityStatus } from './activityEntry.ts'
import type { ActivityLeg } from './activityLegs.ts'
import type { IdFacts } from './idFacts.ts'
import { toLeg } from './sentLeg.ts'

const statuses: Readonly<Record<OrderState, ActivityStatus | undefined>> = {
  open: 'pending',
  paid: 'pending',
  sent: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  refunded: 'failed',
  // Ended unpaid: it is no activity.
  expired: undefined,
  lost_sight: 'unknown',
}

/**
 * An order at an on-ramp or an exchange; undefined for one that ended unpaid. What arrives is an estimate until the order is over, and nothing is
 * said to arrive from one that failed, or to another account (F26).
 */
export function orderedEntry(order: OrderEntry, facts: IdFacts): ActivityEntry | undefined {
  const { state, hash, recipient, via } = order
  // One whose provider names no transaction is over once it is seen.
  const status =
    state !== 'confirmed' && isSettled(order) && statuses[state] !== 'failed' ? 'confirmed' : statuses[state]
  if (!status || state === 'expired') return undefined
  const provider = cleanName(order.providerName)
  return {
    id: hash === undefined ? order.id : spelledOnce(hash, facts.transactions.spelling),
    ...(hash !== undefined && { hash }),
    at: order.at,
    status,
    kind: recipient !== undefined ? 'pay' : via === 'onramp' ? 'buy' : 'fund',
    own: true,
    legs: legsOf(order, status, facts),
    ...(recipient !== undefined && { counterparty: recipient }),
    others: 0,
    marks: [],
    order: { id: order.id, via, state, ...(provider !== undefined && { provider }) },
    hidden: false,
  }
}

function legsOf(order: OrderEntry, status: ActivityStatus, facts: IdFacts): readonly ActivityLeg[] {
  const { asset, amount } = order.in
  // By how much the balance grew is all there is to see where no transaction is named.
  const came = order.grew ?? amount
  const leg = toLeg({ asset, ...(came !== undefined && { amount: came }) }, facts.tokens)
  // It is none of the account's own, or nothing at all: no sign before it.
  if (order.recipient !== undefined || status === 'failed') return [{ ...leg, direction: 'self' }]
  const isKnown = status === 'confirmed' || came === undefined
  return [{ ...leg, direction: 'in', ...(!isKnown && { bound: 'about' }) }]
}
