/** Asks the wallet for one transfer, once, whatever it is stored as (T73; F15, F19, F36). */
import { createError } from '../../../contract/errors/createError.ts'
import type { PaymentEntry, TransferEntry } from '../../../contract/journal.ts'
import type { SendResult, Transfer, TransferFee } from '../../../contract/send.ts'
import { findSender } from './findSender.ts'
import type { Journal } from './journal.ts'
import { askWallet, findEarlier, readNextNonce } from './sendOnce.ts'
import { loadSending, type SettleContext } from './settleEntry.ts'

export interface TransferOnceOptions<Entry extends TransferEntry | PaymentEntry> {
  /** What is stored of it: two submissions under its id are one. */
  readonly entry: Entry
  readonly transfer: Transfer
  /** What the visitor was shown. */
  readonly fee?: TransferFee | undefined
  /** An earlier try was sent, which was not known before: no wallet is asked. */
  readonly found: (entry: Entry, result: SendResult) => void
  /** Runs the request, and tells hosts of it. */
  readonly tell: (entry: Entry, run: () => Promise<SendResult>) => Promise<SendResult>
  /** Ends the waiting; a wallet that was asked already may still send, and the journal hears of it. */
  readonly signal: AbortSignal
}

/** What a transfer came to. */
export interface SentOnce {
  readonly result: SendResult
  /** In the journal: an earlier try of the same may have another. */
  readonly id: string
}

/**
 * Asks the active wallet for a transfer; the account's lock is the caller's. One that may have been sent is looked for first, and asked for
 * again only with the nonce of the earlier try, so that one of the two is mined at most.
 * @throws LatchkeyError as `submitTransfer`.
 */
export async function transferOnce<Entry extends TransferEntry | PaymentEntry>(
  ctx: SettleContext,
  journal: Journal,
  { entry: wanted, transfer, fee, found, tell, signal }: TransferOnceOptions<Entry>,
): Promise<SentOnce> {
  if (transfer.amount.value <= 0n || transfer.to === '') throw createError('SEND_INCOMPLETE')
  findSender(ctx, transfer)
  const sending = await loadSending(ctx, transfer.network.caipNetworkId)
  const earlier = await findEarlier(journal, wanted)
  if (earlier?.result) {
    if (earlier.isNews) found({ ...wanted, id: earlier.id }, earlier.result)
    return { result: earlier.result, id: earlier.id }
  }
  const nonce = earlier?.nonce ?? (await readNextNonce(ctx, sending, transfer, signal))
  if (signal.aborted) throw createError('MODAL_CLOSED')
  // The visitor may have left or moved while the nodes were asked (T61).
  const ask = findSender(ctx, transfer).abilities.transfer
  if (!ask) throw createError('UNSUPPORTED_CHAIN')
  const sent = { ...wanted, ...(nonce !== undefined && { nonce }), id: earlier?.id ?? wanted.id }
  await journal.change(sent.id, () => sent)
  const again = earlier?.nonce !== undefined
  const signed = async (hash: string) => {
    await journal.change(sent.id, now => ({
      ...((now as Entry | undefined) ?? sent),
      status: 'pending',
      hash,
    }))
  }
  const order = { transfer, fee, nonce, again, rpc: ctx.rpc(transfer.network), signed, signal }
  const result = await tell(sent, () => askWallet(journal, sent, { ask: () => ask(order), again }))
  return { result, id: sent.id }
}
