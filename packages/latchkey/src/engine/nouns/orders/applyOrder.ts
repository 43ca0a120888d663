import type { OrderEntry } from '../../../contract/journal.ts'
import type { WireOrder } from '../../../contract/orders.ts'
import { isSettled } from '../journal/isSettled.ts'
import { floorDecimal } from './floorDecimal.ts'

/** The last word of a provider that money may still follow: what expired may have been paid in the same moment. */
const late: readonly OrderEntry['state'][] = ['expired', 'lost_sight']
const lateFor = 3_600_000
/** An order is asked about for a week. */
const life = 7 * 86_400_000

/** Whether more may become of an order, so that it is asked about. */
export function isOpenOrder(entry: OrderEntry, now: number): boolean {
  if (now - entry.at > life) return false
  return !isSettled(entry) || (entry.state === 'expired' && now - entry.expiresAt < lateFor)
}

/** An entry after the services' answer; the same one where nothing is new. A receipt is never taken back. */
export function applyOrder(entry: OrderEntry, told: WireOrder): OrderEntry {
  const { state, hash, amount } = told
  if (isSettled(entry) && !late.includes(entry.state)) return entry
  const isSent = state === 'sent' || state === 'confirmed'
  const arrived = amount === null ? undefined : floorDecimal(amount, entry.in.asset.decimals)
  const isNews =
    state !== entry.state ||
    (hash !== null && hash !== entry.hash) ||
    (isSent && arrived !== undefined && arrived !== entry.in.amount)
  if (!isNews) return entry
  return {
    ...entry,
    state,
    ...(isSent && arrived !== undefined && { in: { ...entry.in, amount: arrived } }),
    ...(hash !== null && { hash }),
  }
}
