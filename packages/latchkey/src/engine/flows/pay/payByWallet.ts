import { toDecimalString } from '../../../contract/amount.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import { findSender } from '../../nouns/journal/findSender.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { askWallet } from '../../nouns/journal/sendOnce.ts'
import type { SentOnce } from '../../nouns/journal/transferOnce.ts'
import type { SubmitContext } from '../../nouns/swaps/submitApproval.ts'
import { amountOf, assetOfAccepted, receiverOf } from './acceptedAmount.ts'
import { baseOf, type SubmitPaymentOptions, tell } from './payEntry.ts'
import type { PayPlan } from './planPayment.ts'

/** A wallet is not to pay later than this after it was asked, in milliseconds. */
const longestAsk = 300_000

/**
 * Asks the wallet to pay by whichever accepted way it likes, once (CAIP-358): which nonce it takes is not known, so that no try can follow one
 * that is not known to have failed (T73).
 * @throws LatchkeyError as `submitPayment`.
 */
export async function payByWallet(
  ctx: SubmitContext,
  journal: Journal,
  options: SubmitPaymentOptions,
  { plan, isAgain }: { readonly plan: Extract<PayPlan, { kind: 'wallet' }>; readonly isAgain: boolean },
): Promise<SentOnce> {
  const { check, told, signal, shown, id } = options
  const { from, network, accepts } = plan
  const [first] = accepts
  if (isAgain) throw createError('SEND_UNKNOWN', { context: { id } })
  await check()
  if (!first) throw createError('PAYMENT_UNSUPPORTED')
  const ask = findSender(ctx, { from, network }).abilities.pay
  if (!ask) throw createError('UNSUPPORTED_CHAIN')
  told('pay', false)
  const partOf = (accepted: AcceptedPayment) => ({
    recipient: receiverOf(accepted),
    out: { asset: assetOfAccepted(accepted, network), amount: toDecimalString(amountOf(accepted)) },
  })
  const entry: PaymentEntry = {
    ...baseOf(ctx, options),
    ...{ from, caipNetworkId: network.caipNetworkId },
    ...partOf(first),
  }
  await journal.change(id, () => entry)
  const until = Math.min(shown.expiresAt ?? Number.POSITIVE_INFINITY, ctx.clock.now() + longestAsk)
  const orderId = shown.payment?.id
  const order = { accepts, network, until, signal, ...(orderId !== undefined && { orderId }) }
  const result = await tell(ctx, entry, asked =>
    askWallet(journal, entry, {
      again: false,
      async ask() {
        asked()
        const { hash, accepted } = await ask(order)
        await journal.change(id, now => ({ ...((now as PaymentEntry) ?? entry), ...partOf(accepted) }))
        return { hash }
      },
    }),
  )
  return { result, id }
}
