/** What became of a payment: the journal's word of our own try, and the services' word of all that arrived. */
import { isLatchkeyError } from '../../../contract/error.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import {
  getPaymentReceipt,
  type PaymentReceipt,
  type PaymentState,
  type WirePayment,
} from '../../../contract/payments.ts'
import type { EngineContext } from '../../context.ts'
import { hashOfEntry, stateOfEntry } from './ownEntry.ts'

/** What is shown of a payment that was begun. */
export interface Outcome {
  readonly state: PaymentState | 'unknown' | 'failed'
  readonly hash?: string
}

/** Money is there, by the services. */
const arrived: readonly (PaymentState | undefined)[] = [
  'paid',
  'settled',
  'overpaid',
  'underpaid',
  'paid_late',
  'refunded',
]

/** Nothing more becomes of it by itself. */
const ends: readonly Outcome['state'][] = ['settled', 'overpaid', 'refunded', 'failed']

/** What both together say: money that the services saw counts most, then the chain's receipt of our own try. Undefined while nothing was begun. */
export function outcomeOf(
  payment: WirePayment | undefined,
  entry: PaymentEntry | undefined,
): Outcome | undefined {
  const told = payment?.state
  const own = entry && stateOfEntry(entry)
  const hash = (entry && hashOfEntry(entry)) ?? payment?.transfers.at(-1)?.hash
  const as = (state: Outcome['state']): Outcome => ({ state, ...(hash !== undefined && { hash }) })
  if (told && arrived.includes(told)) return as(told)
  if (own === 'paid') return as('paid')
  if (own === 'seen' || told === 'seen') return as('seen')
  if (own === 'unknown' || own === 'asked') return as('unknown')
  if (told === 'expired') return as('expired')
  return own === 'failed' ? as('failed') : undefined
}

/** Whether it is looked at no more. `verified`: the services have a word in it. */
export function isOver({ state }: Outcome, verified: boolean): boolean {
  return ends.includes(state) || (!verified && state === 'paid')
}

/** A signed receipt for a state that has one; undefined while the services have none. Never throws. */
export async function readReceipt(
  ctx: Pick<EngineContext, 'api'>,
  { id, state }: WirePayment,
  signal: AbortSignal,
): Promise<PaymentReceipt | undefined> {
  if (!arrived.includes(state)) return undefined
  try {
    const api = await ctx.api()
    const receipt = await api.call(getPaymentReceipt, { params: { payment: id }, signal })
    return receipt.receipt.payment === id ? receipt : undefined
  } catch (cause) {
    if (isLatchkeyError(cause)) return undefined
    throw cause
  }
}
