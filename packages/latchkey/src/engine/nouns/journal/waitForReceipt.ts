import { type CaipNetworkId, namespaceOf } from '../../../contract/caip.ts'
import { isLatchkeyError, type LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { JournalEntry, WalletEntry } from '../../../contract/journal.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import { factsOf } from '../../base/factsOf.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { activeNetwork } from '../accounts/activeNetwork.ts'
import { isSettled } from './isSettled.ts'
import { knownOf, receiptOf, type SettleContext } from './settleEntry.ts'

/** Options of `latchkey.waitForReceipt`. Give `hash` or `id`. */
export interface ReceiptOptions {
  /** The hash of a transaction. */
  readonly hash?: string
  /** The id of a batch (EIP-5792). */
  readonly id?: string
  /**
   * The network of the transaction.
   * @default the network it was sent on, else the active one
   */
  readonly caipNetworkId?: CaipNetworkId
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** Milliseconds between two questions: at first, and at most. */
const firstPause = 1_000
const longestPause = 15_000
const growth = 1.5

/**
 * Waits until a transaction or a batch has its receipt, or another transaction took its nonce; a node that does not answer is asked again.
 * @throws LatchkeyError RPC_ABORTED when aborted, NETWORK_NOT_FOUND, UNSUPPORTED_CHAIN, SEND_INCOMPLETE without hash and
 * id or with a hash that can be none (`context.reason`), SEND_FAILED for a batch that never reached the chain.
 */
export async function waitForReceipt(
  ctx: SettleContext & Pick<EngineContext, 'journal'>,
  { hash, id, caipNetworkId, signal }: ReceiptOptions,
): Promise<TransferReceipt> {
  if (hash === undefined && id === undefined) throw incomplete('hash or id')
  const journal = await ctx.journal()
  const transactionsOf = (chain: CaipNetworkId) => factsOf(ctx.config, namespaceOf(chain)).transactions
  const isMeant = (sent: JournalEntry): sent is WalletEntry =>
    sent.kind !== 'order' &&
    (caipNetworkId === undefined || sent.caipNetworkId === caipNetworkId) &&
    (hash === undefined
      ? sent.batchId === id
      : isSameId(sent.hash, hash, transactionsOf(sent.caipNetworkId).spelling))
  const ending = new AbortController()
  const end = ending.signal
  const stop = () => ending.abort()
  const signals = [ctx.signal, ...(signal ? [signal] : [])]
  const known = (await journal.refresh()).find(isMeant)
  const sought = {
    caipNetworkId: caipNetworkId ?? known?.caipNetworkId ?? activeNetwork(ctx).caipNetworkId,
    ...(hash === undefined ? { batchId: id as string } : { hash }),
    ...(known && { from: known.from }),
    ...(known && (await knownOf(ctx, known))),
    ...(known?.nonce !== undefined && { nonce: known.nonce }),
  }
  // No node will ever have it.
  const { pattern } = transactionsOf(sought.caipNetworkId)
  if (hash !== undefined && !new RegExp(`^(?:${pattern})$`).test(hash)) {
    throw incomplete(`hash has to match ${pattern}`)
  }
  for (const each of signals) each.aborted ? stop() : each.addEventListener('abort', stop)
  try {
    for (let pause = firstPause; ; pause = Math.min(pause * growth, longestPause)) {
      if (end.aborted) throw createError('RPC_ABORTED')
      const receipt = known ? await ofOurs(known.id) : await receiptOf(ctx, sought, end).catch(later)
      if (receipt === 'refused') throw createError('SEND_FAILED', { context: { id } })
      if (receipt) return receipt
      await wait(ctx.clock, pause, end)
    }
  } finally {
    for (const each of signals) each.removeEventListener('abort', stop)
  }

  /** For a transfer that was sent from here: the result is stored, and reported once. */
  async function ofOurs(ours: string): Promise<TransferReceipt | 'refused' | undefined> {
    const { entry } = await journal.settle(ours)
    if (entry && !isSettled(entry)) return undefined
    const sent = entry?.kind === 'order' ? undefined : entry
    if (sent?.status === 'rejected') return 'refused'
    return sent?.receipt ?? (await receiptOf(ctx, sought, end).catch(later))
  }
}

/** A node that is down may come back, so its failure is ignored; a failure that no retry can mend is thrown. */
function later(cause: unknown): undefined {
  if (isLatchkeyError(cause, 'NETWORK_NOT_FOUND') || isLatchkeyError(cause, 'UNSUPPORTED_CHAIN')) throw cause
}

/** What is missing, or is none. */
function incomplete(reason: string): LatchkeyError {
  return createError('SEND_INCOMPLETE', { context: { reason } })
}
