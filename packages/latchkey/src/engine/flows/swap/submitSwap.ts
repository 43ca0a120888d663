/**
 * Asks the wallet for a swap and the approvals before it: as one batch, or one after the other. At most one swap comes of it, whatever is
 * pressed twice, reloaded or lost on the way (T73; F15, F19).
 */
import { namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError, LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { SwapEntry } from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { SendResult } from '../../../contract/send.ts'
import { findSender } from '../../nouns/journal/findSender.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { submitBatch, submitCall } from '../../nouns/journal/submitCalls.ts'
import type { PlannedStep, SwapPlan } from './planSwap.ts'
import { loadSwapping } from './readQuotes.ts'
import { type SubmitContext, submitApproval } from './submitApproval.ts'
import { toApprovalEntry, toSwapEntry } from './swapEntry.ts'
import type { SwapStep } from './swapFlow.ts'

export interface SubmitSwapOptions {
  /** Of the form: two submissions under one id are one swap. */
  readonly id: string
  readonly plan: SwapPlan
  /** How far it has come. */
  readonly told: (steps: readonly SwapStep[], hash?: string) => void
  /** After the approvals: the swap anew where it is too old by now. Rejects to go no further. */
  readonly again: (plan: SwapPlan) => Promise<SwapPlan>
  /** Ends the sequence; a wallet that was asked already may still send, and the journal hears of it. */
  readonly signal: AbortSignal
}

export interface SubmittedSwap {
  readonly result: SendResult
  /** In the journal: an earlier try of the same may have another. */
  readonly id: string
}

/**
 * Takes all steps of a swap in their order, and resolves with the wallet's answer to the swap itself, before any block.
 * @throws LatchkeyError as `submitTransfer`, with `context.step` where it is an approval's; SWAP_FAILED with `context.reason` `approval` or
 * `approval-smaller`; what `again` rejects with.
 */
export async function submitSwap(ctx: SubmitContext, options: SubmitSwapOptions): Promise<SubmittedSwap> {
  const journal = await ctx.journal()
  const { id, plan } = options
  const { from, network } = plan.terms
  // Another tab, or a page that was left, may be between its approval and its swap.
  return journal.once(`swap ${id}`, async () => {
    try {
      return await journal.alone(from, () => submit(ctx, journal, options), 'swap')
    } catch (cause) {
      if (!isLatchkeyError(cause) || cause.context.reason !== goesBack) {
        const code = isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_UNKNOWN'
        emitFailed(ctx, { id, network, code })
      }
      throw cause
    }
  })
}

/** Of what `again` rejects with where the swap goes back to its review: nothing failed. */
export const goesBack = 'worse'

/** Tells hosts that a swap did not come about. */
export function emitFailed(
  { facts }: Pick<SubmitContext, 'facts'>,
  { id, network, code }: { readonly id: string; readonly network: Network; readonly code: ErrorCode },
): void {
  const { caipNetworkId, chainNamespace } = network
  facts.emit('swapFailed', { id, namespace: chainNamespace, caipNetworkId, code })
}

async function submit(
  ctx: SubmitContext,
  journal: Journal,
  { id, plan, told, again, signal }: SubmitSwapOptions,
): Promise<SubmittedSwap> {
  const { terms, steps, revoke } = plan
  const { from, network } = terms
  const wallet = () => findSender(ctx, { from, network }).abilities
  const order = { id, from, network, signal, wallet }
  wallet()
  if (steps.length > 1) {
    const calls = [...steps, ...(revoke ? [revoke] : [])].map(({ call }) => call)
    const entry = toSwapEntry(plan, { id, at: ctx.clock.now(), calls: [] })
    const batch = await tell(ctx, entry, asked =>
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
  const entry = toSwapEntry(plan === now ? plan : { ...now, steps }, { id, at: ctx.clock.now(), calls })
  const result = await tell(ctx, entry, asked => submitCall(ctx, journal, { ...order, calls, entry, asked }))
  tellStep('sent', result.hash)
  return { result, id: await idOf(journal, entry, result) }

  async function approve(step: PlannedStep, sent: (hash: string) => void): Promise<void> {
    const spender = plan.spender as string
    const own = { id: ctx.random.id(), at: ctx.clock.now(), spender, swap: id }
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

/** Emits what hosts hear of a swap; of one that no wallet was asked for, nothing but that it was found. */
async function tell<Result extends SendResult | undefined>(
  ctx: SubmitContext,
  { id, caipNetworkId }: SwapEntry,
  run: (asked: () => void) => Promise<Result>,
): Promise<Result> {
  const where = { id, namespace: namespaceOf(caipNetworkId), caipNetworkId }
  const result = await run(() => ctx.facts.emit('swapAsked', where))
  if (result) ctx.facts.emit('swapped', { ...where, result })
  return result
}

/** Of the entry that has the wallet's answer. */
async function idOf(journal: Journal, entry: SwapEntry, { hash, id }: SendResult): Promise<string> {
  const known = (await journal.refresh()).find(
    each => each.kind === 'swap' && (hash === undefined ? each.batchId === id : each.hash === hash),
  )
  return known?.id ?? entry.id
}

/** The same error, which says in which step it was. */
function ofStep(cause: unknown, step: PlannedStep['kind']): unknown {
  if (!isLatchkeyError(cause)) return cause
  const { code, kind, message, context } = cause
  return new LatchkeyError({ code, kind, message, context: { ...context, step }, cause })
}
