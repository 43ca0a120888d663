/** Asks the wallet for one transfer, once, whatever is pressed twice, reloaded or lost on the way (T73; F15, F19, F36). */
import type { ProviderAbilities, Sending } from '../../../contract/adapter.ts'
import { namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import type { SendResult, Transfer, TransferQuote } from '../../../contract/send.ts'
import { orAborted } from '../../base/orAborted.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { isSameEntry } from '../../nouns/journal/isSameEntry.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { loadSending, type SettleContext } from '../../nouns/journal/settleEntry.ts'
import { toEntry } from '../../nouns/journal/transferEntry.ts'
import { findSender } from './findSender.ts'

export type SubmitContext = SettleContext & Pick<EngineContext, 'journal'>

export interface SubmitOptions {
  /** Of the draft: what is submitted twice with one id is one transfer. */
  readonly id: string
  readonly transfer: Transfer
  /** What the person was shown. */
  readonly quote?: TransferQuote | undefined
  /** Ends the waiting; a wallet that was asked already may still send, and the journal hears of it. */
  readonly signal: AbortSignal
}

/** A wallet is not kept waiting longer for the place, or the browser forgets that somebody pressed. */
const longestLook = 3_000
/** The same transfer asked for anew so soon after one whose fate is not known is taken for that one. */
const sameWithin = 3_600_000

/**
 * Asks the active wallet to send, and resolves with its answer, before any block. A transfer that may have been sent is looked for first, and
 * asked for again only in the place of the earlier try, so that one of the two is mined at most.
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
  const earlier = await findEarlier(ctx, journal, wanted)
  if (earlier?.result) return earlier.result
  const place = earlier?.place ?? (await takePlace(ctx, sending, transfer, signal))
  if (signal.aborted) throw createError('MODAL_CLOSED')
  // The visitor may have left or moved while the nodes were asked (T61).
  const { abilities } = findSender(ctx, transfer)
  if (!abilities.transfer) throw createError('UNSUPPORTED_CHAIN')
  const sent = { ...wanted, ...(place !== undefined && { place }), id: earlier?.id ?? id }
  await journal.change(sent.id, () => sent)
  const order = { transfer, fee: quote?.fee, place: earlier?.place, signal }
  const where = whereOf(sent)
  ctx.facts.emit('sendAsked', where)
  try {
    const result = await ask(journal, sent, { ask: abilities.transfer, order })
    tell(ctx, sent, result)
    return result
  } catch (cause) {
    const code = isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_UNKNOWN'
    ctx.facts.emit('sendFailed', { ...where, code })
    throw cause
  }
}

interface Earlier {
  readonly id: string
  /** It was sent: nothing is asked. */
  readonly result?: SendResult
  /** It is free, and the next try takes it. */
  readonly place?: string
}

/**
 * What is known of this very transfer from before.
 * @throws LatchkeyError SEND_BUSY while the wallet may still show it, SEND_UNKNOWN when it may have been sent and nobody can say.
 */
async function findEarlier(
  ctx: SubmitContext,
  journal: Journal,
  wanted: TransferEntry,
): Promise<Earlier | undefined> {
  const all = await journal.refresh()
  const isOpen = ({ status }: TransferEntry) => status === 'asked' || status === 'unknown'
  const transfers = all.filter(entry => entry.kind === 'transfer')
  const known =
    transfers.find(sent => sent.id === wanted.id) ??
    transfers.find(sent => isOpen(sent) && wanted.at - sent.at < sameWithin && isSameEntry(sent, wanted))
  if (!known || known.status === 'rejected') return undefined
  if (!isOpen(known)) return ofResult(known)
  const { entry, free } = await journal.settle(known.id, { asking: true })
  const sent = entry?.kind === 'transfer' ? entry : undefined
  if (!sent || sent.status === 'dropped' || sent.status === 'rejected') return undefined
  if (sent.hash !== undefined) {
    tell(ctx, sent, { hash: sent.hash })
    return ofResult(sent)
  }
  // A page that was reloaded since has asked, and the wallet may still show it.
  if (sent.status === 'asked') throw createError('SEND_BUSY', { context: { id: sent.id } })
  // Where the earlier one may be is not known: another would be a second one.
  if (!free || sent.place === undefined) throw createError('SEND_UNKNOWN', { context: { id: sent.id } })
  return { id: sent.id, place: sent.place }
}

function ofResult({ id, hash, batchId }: TransferEntry): Earlier | undefined {
  if (hash !== undefined) return { id, result: { hash } }
  return batchId === undefined ? undefined : { id, result: { id: batchId } }
}

/**
 * The place that the transfer will take; undefined when no node says it in time, which is no reason not to send.
 * @throws LatchkeyError SEND_FAILED when the nodes are of another chain (F16).
 */
async function takePlace(
  { clock, rpc }: SubmitContext,
  sending: Sending,
  { network, from }: Transfer,
  signal: AbortSignal,
): Promise<string | undefined> {
  const over = new AbortController()
  const place = sending.place(rpc(network), from, signal).catch((cause: unknown): undefined => {
    if (isLatchkeyError(cause, 'SEND_FAILED')) throw cause
  })
  try {
    const late = wait(clock, longestLook, over.signal)
    return await Promise.race([place, late.then(() => undefined)])
  } finally {
    over.abort()
  }
}

/** The wallet's answer, kept before anybody hears of it. */
async function ask(journal: Journal, sent: TransferEntry, { ask, order }: Asking): Promise<SendResult> {
  const keep = (change: Partial<Pick<TransferEntry, 'status' | 'hash' | 'batchId'>>) =>
    journal.change(sent.id, now => ({ ...(now ?? sent), ...change }))
  try {
    const result = await ask(order)
    await keep(
      result.hash === undefined
        ? { status: 'pending', batchId: result.id }
        : { status: 'pending', hash: result.hash },
    )
    return result
  } catch (cause) {
    const isUnsent = unsentCodes.some(code => isLatchkeyError(cause, code))
    // The second try was refused; what became of the first is as unknown as before.
    await keep({ status: isUnsent && order.place === undefined ? 'rejected' : 'unknown' })
    if (isUnsent) throw cause
    // A node may have it although the wallet did not hear so (F19).
    const { entry: found } = await journal.settle(sent.id)
    if (found?.hash !== undefined) return { hash: found.hash }
    const told = isLatchkeyError(cause, 'SEND_UNKNOWN') ? cause.context : {}
    throw createError('SEND_UNKNOWN', { cause, context: { ...told, id: sent.id } })
  }
}

interface Asking {
  readonly ask: NonNullable<ProviderAbilities['transfer']>
  readonly order: Parameters<NonNullable<ProviderAbilities['transfer']>>[0]
}

/** What an ability throws when nothing was sent for sure. */
const unsentCodes = [
  'SEND_REJECTED',
  'SEND_FAILED',
  'SEND_BUSY',
  'MODAL_CLOSED',
  'CHUNK_FAILED',
  'RECEIVER_INVALID',
  'TOKEN_REQUIRED',
  'INVALID_AMOUNT',
  'UNSUPPORTED_CHAIN',
  'SEND_INCOMPLETE',
]

function tell({ facts }: SubmitContext, sent: TransferEntry, result: SendResult): void {
  const kind = sent.asset.address === undefined ? 'native' : 'token'
  facts.emit('sent', { ...whereOf(sent), kind, result })
}

function whereOf({ id, caipNetworkId }: TransferEntry) {
  return { id, namespace: namespaceOf(caipNetworkId), caipNetworkId }
}
