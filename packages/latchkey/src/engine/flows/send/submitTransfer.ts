/** Asks the wallet for one transfer, once, whatever is pressed twice, reloaded or lost on the way (T73; F15, F19, F36). */
import { namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import type { SendResult, Transfer, TransferQuote } from '../../../contract/send.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { findSender } from '../../nouns/journal/findSender.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { askWallet, findEarlier, readNextNonce } from '../../nouns/journal/sendOnce.ts'
import { loadSending, type SettleContext } from '../../nouns/journal/settleEntry.ts'
import { toEntry } from '../../nouns/journal/transferEntry.ts'

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
  if (transfer.amount.value <= 0n || transfer.to === '') throw createError('SEND_INCOMPLETE')
  findSender(ctx, transfer)
  const sending = await loadSending(ctx, transfer.network.caipNetworkId)

  const wanted = toEntry(transfer, { id, at: ctx.clock.now() })
  const earlier = await findEarlier(journal, wanted)
  if (earlier?.result) {
    if (earlier.isNews) emitSent(ctx, { ...wanted, id: earlier.id }, earlier.result)
    return earlier.result
  }
  const nonce = earlier?.nonce ?? (await readNextNonce(ctx, sending, transfer, signal))
  if (signal.aborted) throw createError('MODAL_CLOSED')
  // The visitor may have left or moved while the nodes were asked (T61).
  const ask = findSender(ctx, transfer).abilities.transfer
  if (!ask) throw createError('UNSUPPORTED_CHAIN')
  const sent = { ...wanted, ...(nonce !== undefined && { nonce }), id: earlier?.id ?? id }
  await journal.change(sent.id, () => sent)
  const again = earlier?.nonce !== undefined
  const signed = async (hash: string) => {
    await journal.change(sent.id, now => ({ ...(now ?? sent), status: 'pending', hash }))
  }
  const rpc = ctx.rpc(transfer.network)
  const order = { transfer, fee: quote?.fee, nonce, again, rpc, signed, signal }
  const where = whereOf(sent)
  ctx.facts.emit('sendAsked', where)
  try {
    const result = await askWallet(journal, sent, {
      ask: () => ask(order),
      again,
    })
    emitSent(ctx, sent, result)
    return result
  } catch (cause) {
    const code = isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_UNKNOWN'
    ctx.facts.emit('sendFailed', { ...where, code })
    throw cause
  }
}

function emitSent({ facts }: SubmitContext, sent: TransferEntry, result: SendResult): void {
  const kind = sent.asset.address === undefined ? 'native' : 'token'
  facts.emit('sent', { ...whereOf(sent), kind, result })
}

function whereOf({ id, caipNetworkId }: TransferEntry) {
  return { id, namespace: namespaceOf(caipNetworkId), caipNetworkId }
}
