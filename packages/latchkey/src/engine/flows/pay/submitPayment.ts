/**
 * Asks the wallet for a payment: a transfer, or the steps of a swap to the merchant. At most one comes of it, whatever is pressed twice, reloaded
 * or lost on the way, in whichever tab (T73; F15, F19).
 */
import { toDecimalString } from '../../../contract/amount.ts'
import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import type { SendResult, WalletCall } from '../../../contract/send.ts'
import { digestCalls } from '../../nouns/journal/callsEntry.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { type SentOnce, transferOnce } from '../../nouns/journal/transferOnce.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SubmitContext } from '../../nouns/swaps/submitApproval.ts'
import { takeSteps } from '../../nouns/swaps/takeSteps.ts'
import { ownEntry, stateOfEntry } from './ownEntry.ts'
import { payByWallet } from './payByWallet.ts'
import { baseOf, emitPaid, type SubmitPaymentOptions, tell } from './payEntry.ts'
import type { PayPlan } from './planPayment.ts'

/**
 * Resolves with the wallet's answer, or with that to an earlier try of the same.
 * @throws LatchkeyError as `submitTransfer` and `takeSteps`; SEND_BUSY while another payment is asked for; what `check` and `again` reject with.
 */
export async function submitPayment(ctx: SubmitContext, options: SubmitPaymentOptions): Promise<SentOnce> {
  const journal = await ctx.journal()
  const { plan, shown, id } = options
  const { from, network } =
    plan.kind === 'token' ? plan.transfer : plan.kind === 'swap' ? plan.swap.terms : plan
  const where = {
    ...{ id, namespace: namespaceOf(from), caipNetworkId: network.caipNetworkId },
    ...(shown.payment && { paymentId: shown.payment.id }),
  }
  const run = async (): Promise<SentOnce> => {
    const earlier = await findOwn(journal, options, from)
    // Another tab, or this page before it was reloaded, has paid it.
    if (earlier?.result) return { result: earlier.result, id: earlier.id }
    const now = { ...options, id: earlier?.id ?? id }
    if (plan.kind === 'wallet')
      return journal.alone(from, () =>
        payByWallet(ctx, journal, now, { plan, isAgain: earlier !== undefined }),
      )
    return plan.kind === 'token'
      ? journal.alone(from, () => payToken(ctx, journal, now, plan))
      : journal.alone(from, () => paySwapped(ctx, journal, now, plan.swap), 'swap')
  }
  return journal.once(`pay ${id}`, async () => {
    try {
      return await journal.alone(from, run, 'pay')
    } catch (cause) {
      const code = isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_UNKNOWN'
      const isFailure =
        code !== 'MODAL_CLOSED' && !(isLatchkeyError(cause) && cause.context.reason === goesOn)
      if (isFailure) ctx.facts.emit('paymentFailed', { ...where, code })
      throw cause
    }
  })
}

/** Of what `again` rejects with where the payment goes back to its review: nothing failed. */
export const goesOn = 'worse'

/**
 * An earlier try of the same, by whichever account and way.
 * @throws LatchkeyError SEND_BUSY while a wallet may still show it, SEND_UNKNOWN where another could be a second one.
 */
async function findOwn(
  journal: Journal,
  options: SubmitPaymentOptions,
  from: CaipAddress,
): Promise<{ readonly id: string; readonly result?: SendResult } | undefined> {
  const known = ownEntry(await journal.refresh(), options)
  if (!known) return undefined
  const { id } = known
  const before = resultOf(known)
  if (before) return { id, result: before }
  const { entry, free } = await journal.settle(id, { asking: true })
  if (entry?.kind !== 'payment' || stateOfEntry(entry) === 'failed') return undefined
  const result = resultOf(entry)
  if (result) return { id, result }
  if (entry.status === 'asked') throw createError('SEND_BUSY', { context: { id } })
  // Only the same account can ask for it under the same nonce, so that one of the two is mined at most.
  if (!free || entry.from !== from) throw createError('SEND_UNKNOWN', { context: { id } })
  return { id }
}

type Plan<Kind extends PayPlan['kind']> = Extract<PayPlan, { kind: Kind }>

async function payToken(
  ctx: SubmitContext,
  journal: Journal,
  options: SubmitPaymentOptions,
  { transfer, quote }: Plan<'token'>,
): Promise<SentOnce> {
  const { told, signal, check } = options
  await check()
  told('pay', false)
  const { reference, from, network, asset, amount } = transfer
  const entry: PaymentEntry = {
    ...baseOf(ctx, options),
    ...{ from, caipNetworkId: network.caipNetworkId },
    out: { asset, amount: toDecimalString(amount) },
    ...(reference !== undefined && { reference }),
  }
  return transferOnce(ctx, journal, {
    ...{ entry, transfer, fee: quote.fee, signal },
    found: (known, result) => emitPaid(ctx, known, result),
    tell: (asked, run) =>
      tell(ctx, asked, emit => {
        emit()
        return run()
      }),
  })
}

async function paySwapped(
  ctx: SubmitContext,
  journal: Journal,
  options: SubmitPaymentOptions,
  plan: SwapPlan,
): Promise<SentOnce> {
  const { id, told, again, check, signal } = options
  await check()
  return takeSteps(ctx, journal, {
    ...{ id, plan, signal },
    told(steps) {
      const now = steps.find(({ at }) => at === 'asking' || at === 'sent')
      const last = steps.at(-1)
      if (now) told(now === last ? 'pay' : 'approve', now.at === 'sent')
    },
    async again(before) {
      await check()
      return again(before)
    },
    entryOf: (now, own) => swapEntryOf(ctx, options, now, own.calls),
    tell: (entry, run) => tell(ctx, entry, run),
  })
}

function swapEntryOf(
  ctx: SubmitContext,
  options: SubmitPaymentOptions,
  { terms, steps, spender }: SwapPlan,
  calls: readonly WalletCall[],
): PaymentEntry {
  const { from, network, sell, buy, most, least } = terms
  const out = { asset: sell, amount: toDecimalString(most) }
  const isApproved = spender !== undefined && steps.some(({ kind }) => kind === 'approve')
  return {
    ...baseOf(ctx, options),
    ...{ from, caipNetworkId: network.caipNetworkId, out },
    in: { asset: buy, amount: toDecimalString(least) },
    ...(isApproved && { allowance: { ...out, spender } }),
    ...(calls.length === 1 && { digests: [digestCalls(calls)] }),
  }
}

/** The wallet's answer to an entry; undefined while there is none. */
function resultOf({ hash, batchId, status }: PaymentEntry): SendResult | undefined {
  if (hash !== undefined) return { hash }
  return batchId === undefined || status === 'asked' || status === 'unknown' ? undefined : { id: batchId }
}
