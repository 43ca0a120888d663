/** What a try to pay is asked with and stored as, whatever pays; and what hosts are told of it. */
import { namespaceOf } from '../../../contract/caip.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import type { SendResult } from '../../../contract/send.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SubmitContext } from '../../nouns/swaps/submitApproval.ts'
import { receiverOf } from './acceptedAmount.ts'
import type { PayWay, ShownPayment } from './payFlow.ts'
import type { PayPlan } from './planPayment.ts'

export interface SubmitPaymentOptions {
  readonly id: string
  readonly shown: ShownPayment
  readonly way: Extract<PayWay, { kind: 'token' | 'swap' | 'wallet' }>
  readonly plan: PayPlan
  /** What the wallet is asked for now; `sent`: it answered, and the chain is waited for. */
  readonly told: (step: 'approve' | 'pay', sent: boolean) => void
  /** Right before the payment itself, after approvals: account, network and payment as they are then. Rejects to go no further. */
  readonly check: () => Promise<void>
  /** After approvals: the swap anew where it is too old by now. Rejects to go no further. */
  readonly again: (plan: SwapPlan) => Promise<SwapPlan>
  readonly signal: AbortSignal
}

/** What is stored of a try, whatever pays. */
export function baseOf({ clock }: SubmitContext, { id, shown, way }: SubmitPaymentOptions) {
  const { payment, expiresAt } = shown
  return {
    kind: 'payment',
    id,
    at: clock.now(),
    status: 'asked',
    recipient: receiverOf(way.accepted),
    ...(payment && { paymentId: payment.id }),
    ...(expiresAt !== undefined && { expiresAt }),
  } as const
}

/** Tells hosts that a wallet is asked, and what it answered. */
export async function tell<Result extends SendResult | undefined>(
  ctx: SubmitContext,
  entry: PaymentEntry,
  run: (asked: () => void) => Promise<Result>,
): Promise<Result> {
  const result = await run(() => ctx.facts.emit('paymentAsked', whereOf(entry)))
  if (result) emitPaid(ctx, entry, result)
  return result
}

/** Tells hosts that it was sent. */
export function emitPaid({ facts }: SubmitContext, entry: PaymentEntry, result: SendResult): void {
  facts.emit('paid', { ...whereOf(entry), result })
}

function whereOf({ id, paymentId, caipNetworkId }: PaymentEntry) {
  const namespace = namespaceOf(caipNetworkId)
  return { id, namespace, caipNetworkId, ...(paymentId !== undefined && { paymentId }) }
}
