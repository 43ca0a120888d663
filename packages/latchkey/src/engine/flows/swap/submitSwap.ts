/**
 * Asks the wallet for a swap and the approvals before it: as one batch, or one after the other. At most one swap comes of it, whatever is
 * pressed twice, reloaded or lost on the way (T73; F15, F19).
 */
import { namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { SwapEntry } from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { SendResult } from '../../../contract/send.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SubmitContext } from '../../nouns/swaps/submitApproval.ts'
import type { SwapStep } from '../../nouns/swaps/swapQuote.ts'
import { type TakenSteps, takeSteps } from '../../nouns/swaps/takeSteps.ts'
import { toSwapEntry } from './swapEntry.ts'

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

/**
 * Takes all steps of a swap in their order, and resolves with the wallet's answer to the swap itself, before any block.
 * @throws LatchkeyError as `submitTransfer`, with `context.step` where it is an approval's; SWAP_FAILED with `context.reason` `approval` or
 * `approval-smaller`; what `again` rejects with.
 */
export async function submitSwap(ctx: SubmitContext, options: SubmitSwapOptions): Promise<TakenSteps> {
  const journal = await ctx.journal()
  const { id, plan } = options
  const { from, network } = plan.terms
  // Another tab, or a page that was left, may be between its approval and its swap.
  return journal.once(`swap ${id}`, async () => {
    try {
      return await journal.alone(
        from,
        () =>
          takeSteps(ctx, journal, {
            ...options,
            entryOf: toSwapEntry,
            tell: (entry, run) => tell(ctx, entry, run),
          }),
        'swap',
      )
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
