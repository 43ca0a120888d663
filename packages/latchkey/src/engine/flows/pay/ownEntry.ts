/** The journal's word of a payment; pure. */
import { toDecimalString } from '../../../contract/amount.ts'
import type { JournalEntry, PaymentEntry } from '../../../contract/journal.ts'
import { minedHash } from '../../nouns/journal/tellPayments.ts'
import { amountOf, networkIdOfAccepted, receiverOf, tokenOfAccepted } from './acceptedAmount.ts'
import type { ShownPayment } from './payFlow.ts'

/** What a try to pay has come to. */
export type OwnState = 'asked' | 'unknown' | 'seen' | 'paid' | 'failed'

/** How far an entry is. */
export function stateOfEntry({ status, receipt }: PaymentEntry): OwnState {
  if (status === 'asked' || status === 'unknown') return status
  if (status === 'pending') return 'seen'
  const isRepriced = receipt?.status === 'replaced' && receipt.reason === 'repriced'
  return status === 'confirmed' || (isRepriced && receipt.outcome === 'confirmed') ? 'paid' : 'failed'
}

/** The transaction of an entry; undefined while there is none, or before a batch has one. */
export function hashOfEntry(entry: PaymentEntry): string | undefined {
  return minedHash(entry)
}

/**
 * The try that may have paid, the last first: one of the services' payment for as long as it is stored, one of a page's wish while its end is not
 * known: the same may be wished for again after that.
 */
export function ownEntry(
  entries: readonly JournalEntry[],
  { shown }: { readonly shown: ShownPayment },
): PaymentEntry | undefined {
  const tries = entries.filter((entry): entry is PaymentEntry => entry.kind === 'payment')
  const isOpen = (entry: PaymentEntry) => stateOfEntry(entry) !== 'failed'
  const { payment } = shown
  if (payment) return tries.find(entry => entry.paymentId === payment.id && isOpen(entry))
  return tries.find(
    entry =>
      isOpen(entry) && stateOfEntry(entry) !== 'paid' && shown.accepts.some(each => isFor(entry, each)),
  )
}

function isFor(entry: PaymentEntry, accepted: ShownPayment['accepts'][number]): boolean {
  const { asset, amount } = entry.in ?? entry.out
  return (
    entry.paymentId === undefined &&
    entry.caipNetworkId === networkIdOfAccepted(accepted) &&
    entry.recipient === receiverOf(accepted) &&
    asset.address === tokenOfAccepted(accepted) &&
    amount === toDecimalString(amountOf(accepted))
  )
}

/** Whether an exchange has an order for a payment of the services that may still send. */
export function hasOrder(entries: readonly JournalEntry[], paymentId: string | undefined): boolean {
  const over: readonly string[] = ['failed', 'refunded', 'expired']
  return entries.some(
    entry =>
      entry.kind === 'order' &&
      entry.paymentId !== undefined &&
      entry.paymentId === paymentId &&
      !over.includes(entry.state),
  )
}
