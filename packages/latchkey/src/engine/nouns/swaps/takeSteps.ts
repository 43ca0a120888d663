/** The steps of a plan, asked for in their order: approvals, then the swap, for whatever it is (T73; F15, F19). */
import { isLatchkeyError, LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { PaymentEntry, SwapEntry } from '../../../contract/journal.ts'
import type { SendResult, WalletCall } from '../../../contract/send.ts'
import { findSender } from '../journal/findSender.ts'
import type { Journal } from '../journal/journal.ts'
import { submitBatch, submitCall } from '../journal/submitCalls.ts'
import { toApprovalEntry } from './approvalEntry.ts'
import type { PlannedStep, SwapPlan } from './planSwap.ts'
import { loadSwapping } from './readQuotes.ts'
import { type SubmitContext, submitApproval } from './submitApproval.ts'
import type { SwapStep } from './swapQuote.ts'

export interface TakeStepsOptions<Entry extends SwapEntry | PaymentEntry> {
  /** Two submissions under one id are one. */
  readonly id: string
  readonly plan: SwapPlan
  /** How far it has come. */
  readonly told: (steps: readonly SwapStep[], hash?: string) => void
  /** After the approvals: the plan anew where it is too old by now. Rejects to go no further. */
  readonly again: (plan: SwapPlan) => Promise<SwapPlan>
  /** What is stored of the last step; `calls`: the one call that it is recognized by, none for a batch. */
  readonly entryOf: (
    plan: SwapPlan,
    own: { readonly id: string; readonly at: number; readonly calls: readonly WalletCall[] },
  ) => Entry
  /** Runs the request for the last step, and tells hosts of it; `asked`: the wallet is asked now. */
  readonly tell: <Result extends SendResult | undefined>(
    entry: Entry,
    run: (asked: () => void) => Promise<Result>,
  ) => Promise<Result>
  /** Ends the sequence; a wallet that was asked already may still send, and the journal hears of it. */
  readonly signal: AbortSignal
}

export interface TakenSteps {
  readonly result: SendResult
  /** In the journal: an earlier try of the same may have another. */
  readonly id: string
}

/**
 * Asks the wallet for the steps of a plan as one batch, or one after the other, and resolves with its answer to the last one.
 * @throws LatchkeyError as `submitCall`, with `context.step` where it is an approval's; SWAP_FAILED with `context.reason` `approval` or
 * `approval-smaller`; what `again` rejects with.
 */
export async function takeSteps<Entry extends SwapEntry | PaymentEntry>(
  ctx: SubmitContext,
  journal: Journal,
  { id, plan, told, again, entryOf, tell, signal }: TakeStepsOptions<Entry>,
): Promise<TakenSteps> {
  const { terms, steps, revoke } = plan
  const { from, network } = terms
  const wallet = () => findSender(ctx, { from, network }).abilities
  const order = { id, from, network, signal, wallet }
  wallet()
  if (steps.length > 1) {
    const calls = [...steps, ...(revoke ? [revoke] : [])].map(({ call }) => call)
    const entry = entryOf(plan, { id, at: ctx.clock.now(), calls: [] })
    const batch = await tell(entry, asked =>
      submitBatch(ctx, journal, {
        ...{ ...order, calls, entry, atomic: 'orInOrder' },
        asked() {
          told([{ kind: 'batch', at: 'asking' }])
          asked()
        },
      }),
    )
    if (batch) return { result: batch, id: await idOf(journal, entry, batch) }
  }
  const done: SwapStep['kind'][] = []
  const tellStep = (at: SwapStep['at'], hash?: string) =>
    told(
      steps.map(({ kind }, index) => ({
        kind,
        at: index < done.length ? 'done' : index === done.length ? at : 'todo',
      })),
      hash,
    )
  for (const step of steps.slice(0, -1)) {
    if (signal.aborted) throw createError('MODAL_CLOSED')
    tellStep('asking')
    await approve(step, hash => tellStep('sent', hash))
    done.push(step.kind)
  }
  tellStep('todo')
  const now = done.length > 0 ? await again(plan) : plan
  const last = now.steps.at(-1) as PlannedStep
  if (signal.aborted) throw createError('MODAL_CLOSED')
  tellStep('asking')
  const calls = [last.call]
  const entry = entryOf(plan === now ? plan : { ...now, steps }, { id, at: ctx.clock.now(), calls })
  const result = await tell(entry, asked => submitCall(ctx, journal, { ...order, calls, entry, asked }))
  tellStep('sent', result.hash)
  return { result, id: await idOf(journal, entry, result) }

  async function approve(step: PlannedStep, sent: (hash: string) => void): Promise<void> {
    const spender = plan.spender as string
    const own = { id: ctx.random.id(), at: ctx.clock.now(), spender, for: id }
    const entry = toApprovalEntry(terms, step, own)
    try {
      await submitApproval(ctx, journal, { from, network, step, entry, sent, signal })
    } catch (cause) {
      throw ofStep(cause, step.kind)
    }
    if (step.kind !== 'approve' || terms.sell.address === undefined) return
    // Wallets let people change what they approve.
    const swapping = await loadSwapping(ctx, network)
    const grant = { from, token: terms.sell.address, spender }
    const allowed = await swapping.allowance(ctx.rpc(network), grant, signal)
    if (allowed < terms.most.value)
      throw createError('SWAP_FAILED', { context: { reason: 'approval-smaller', allowed: `${allowed}` } })
  }
}

/** Of the entry that has the wallet's answer. */
async function idOf(
  journal: Journal,
  entry: SwapEntry | PaymentEntry,
  { hash, id }: SendResult,
): Promise<string> {
  const known = (await journal.refresh()).find(
    each =>
      each.kind === entry.kind &&
      'status' in each &&
      (hash === undefined ? each.batchId === id : each.hash === hash),
  )
  return known?.id ?? entry.id
}

/** The same error, which says in which step it was. */
function ofStep(cause: unknown, step: PlannedStep['kind']): unknown {
  if (!isLatchkeyError(cause)) return cause
  const { code, kind, message, context } = cause
  return new LatchkeyError({ code, kind, message, context: { ...context, step }, cause })
}
