/** Asks the wallet for one transfer, once, whatever is pressed twice, reloaded or lost on the way (T73; F15, F19, F36). */
import { namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import type { SendResult, Transfer, TransferQuote } from '../../../contract/send.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import type { SettleContext } from '../../nouns/journal/settleEntry.ts'
import { toEntry } from '../../nouns/journal/transferEntry.ts'
import { transferOnce } from '../../nouns/journal/transferOnce.ts'

export type SubmitContext = SettleContext & Pick<EngineContext, 'journal'>

export interface SubmitOptions {
  /** The draft's id: two submissions with one id are one transfer. */
  readonly id: string
  readonly transfer: Transfer
  /** What the person was shown. */
  readonly quote?: TransferQuote | undefined
  /** Ends the waiting; a wallet that was asked already may still send, and the journal hears of it. */
  readonly signal: AbortSignal
}

/**
 * Asks the active wallet to send, and resolves with its answer, before any block. A transfer that may have been sent is looked for first, and
 * asked for again only with the nonce of the earlier try, so that one of the two is mined at most.
 * @throws LatchkeyError SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_INCOMPLETE, NOT_CONNECTED, UNSUPPORTED_CHAIN (not
 * sent); SEND_UNKNOWN (may have been; `context.id` is its entry in the journal); MODAL_CLOSED when aborted.
 */
export async function submitTransfer(ctx: SubmitContext, options: SubmitOptions): Promise<SendResult> {
  const journal = await ctx.journal()
  const answer = journal.once(options.id, () =>
    journal.alone(options.transfer.from, () => submit(ctx, journal, options)),
  )
  return orAborted(answer, options.signal)
}

async function submit(
  ctx: SubmitContext,
  journal: Journal,
  { id, transfer, quote, signal }: SubmitOptions,
): Promise<SendResult> {
  const { result } = await transferOnce(ctx, journal, {
    ...{ entry: toEntry(transfer, { id, at: ctx.clock.now() }), transfer, fee: quote?.fee, signal },
    found: (entry, sent) => emitSent(ctx, entry, sent),
    async tell(entry, run) {
      const where = whereOf(entry)
      ctx.facts.emit('sendAsked', where)
      try {
        const sent = await run()
        emitSent(ctx, entry, sent)
        return sent
      } catch (cause) {
        const code = isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_UNKNOWN'
        ctx.facts.emit('sendFailed', { ...where, code })
        throw cause
      }
    },
  })
  return result
}

function emitSent({ facts }: SubmitContext, sent: TransferEntry, result: SendResult): void {
  const kind = sent.asset.address === undefined ? 'native' : 'token'
  facts.emit('sent', { ...whereOf(sent), kind, result })
}

function whereOf({ id, caipNetworkId }: TransferEntry) {
  return { id, namespace: namespaceOf(caipNetworkId), caipNetworkId }
}
