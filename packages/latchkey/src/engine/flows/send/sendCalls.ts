/** Several calls of the host's, as one batch or one after the other (SPEC §5 "Batched wallet calls", EIP-5792). */
import {
  addressOf,
  type CaipAddress,
  type CaipNetworkId,
  namespaceOf,
  toCaipAddress,
} from '../../../contract/caip.ts'
import { isLatchkeyError, LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Network } from '../../../contract/network.ts'
import type { WalletCall } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { activeNetwork } from '../../nouns/accounts/activeNetwork.ts'
import { digestCalls } from '../../nouns/journal/callsEntry.ts'
import { findSender } from '../../nouns/journal/findSender.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { isOpenNow } from '../../nouns/journal/sendOnce.ts'
import type { SettleContext } from '../../nouns/journal/settleEntry.ts'
import { submitBatch, submitCall } from '../../nouns/journal/submitCalls.ts'
import { waitForReceipt } from '../../nouns/journal/waitForReceipt.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'

/** Options of `latchkey.sendCalls` (SPEC §5 "Batched wallet calls"). */
export interface SendCallsOptions {
  /** 1 to 100 calls, in the order of sending. */
  readonly calls: readonly WalletCall[]
  /**
   * The network that the wallet must be on.
   * @default the wallet's network
   */
  readonly caipNetworkId?: CaipNetworkId
  /** Aborts the calls that the wallet has not been asked for. */
  readonly signal?: AbortSignal
  /** Called when a call is sent or confirmed. A batch counts as one call. */
  readonly onProgress?: (progress: SendCallsProgress) => void
}

/** How many calls are confirmed. */
export interface SendCallsProgress {
  readonly done: number
  readonly of: number
  /** Hashes of the calls that were sent one by one. */
  readonly hashes: readonly string[]
}

/**
 * The id of a batch, for `waitForReceipt({ id })`, or the hashes of calls that were sent one by one and are confirmed.
 */
export type SendCallsResult =
  | { readonly id: string; readonly hashes?: undefined }
  | { readonly hashes: readonly string[]; readonly id?: undefined }

/** In one go. */
export const mostCalls = 100

/**
 * Asks the active wallet for all calls: in one request where it takes batches, else each when the one before is
 * confirmed. Ends at the first that is not. The same calls asked for again while it is not known what became of the first are those: a
 * list goes on where it was, and what may have been sent is not asked for a second time (T73; F15, F19).
 * @throws LatchkeyError NOT_CONNECTED, UNSUPPORTED_CHAIN, SEND_INCOMPLETE, SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN,
 * RECEIVER_INVALID, INVALID_AMOUNT, RPC_ABORTED; `context.hashes` are those that were sent before.
 */
export async function sendCalls(
  ctx: SettleContext & Pick<EngineContext, 'journal' | 'random'>,
  { calls, caipNetworkId, signal = ctx.signal, onProgress }: SendCallsOptions,
): Promise<SendCallsResult> {
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > mostCalls)
    throw createError('SEND_INCOMPLETE', { context: { reason: `calls is a list of 1 to ${mostCalls}` } })
  const network = networkOfCalls(ctx, caipNetworkId)
  const active = ctx.connections.getState().active[namespaceOf(network.caipNetworkId)]
  if (!active) throw createError('NOT_CONNECTED')
  const from = toCaipAddress(network.caipNetworkId, addressOf(active.caip10))
  // Asked before each call: the visitor may have left, or taken another account or network, while the one before was confirmed.
  const wallet = () => {
    const { abilities } = findSender(ctx, { from, network })
    if (!abilities.sendCall)
      throw createError('UNSUPPORTED_CHAIN', { context: { network: network.caipNetworkId } })
    return abilities
  }
  wallet()
  const order = { from, network, signal, wallet }
  const progressed = (progress: SendCallsProgress) => {
    try {
      onProgress?.(progress)
    } catch (cause) {
      // A failing listener must not stop the sending. Node has no `reportError`.
      const report = globalThis.reportError ?? console.error
      report(cause)
    }
  }
  const journal = await ctx.journal()
  const of = calls.length
  const digest = digestCalls(calls)
  const begun = of > 1 ? await findList(journal, { from, digest, now: ctx.clock.now() }) : undefined
  // A list that was begun one by one goes on so.
  const batch =
    of > 1 && !begun ? await submitBatch(ctx, journal, { ...order, id: ctx.random.id(), calls }) : undefined
  if (batch?.id !== undefined) {
    progressed({ done: of, of, hashes: [] })
    return { id: batch.id }
  }
  const id = begun?.id ?? ctx.random.id()
  const hashes = [...(begun?.hashes ?? [])]
  const first = begun?.at ?? 0
  try {
    for (const [at, call] of calls.entries()) {
      if (at < first) continue
      if (at > first) {
        await confirmed(hashes.at(-1) as string)
        progressed({ done: at, of, hashes: [...hashes] })
      }
      const list = of > 1 ? { list: { id, digest, at, count: of } } : {}
      const sent = await submitCall(ctx, journal, { ...order, ...list, id: `${id}:${at}`, calls: [call] })
      if (sent.hash === undefined) throw createError('SEND_UNKNOWN')
      hashes.push(sent.hash)
      progressed({ done: at, of, hashes: [...hashes] })
    }
    await confirmed(hashes.at(-1) as string)
    progressed({ done: of, of, hashes: [...hashes] })
    return { hashes }
  } catch (cause) {
    throw withHashes(cause, hashes)
  }

  async function confirmed(hash: string): Promise<void> {
    const receipt = await waitForReceipt(ctx, { hash, caipNetworkId: network.caipNetworkId, signal })
    const outcome =
      receipt.status === 'replaced' && receipt.reason === 'repriced' ? receipt.outcome : receipt.status
    if (outcome !== 'confirmed')
      throw createError('SEND_FAILED', { context: { reason: receipt.status, hash } })
  }
}

/** A list of calls that was begun one by one, and whose last call may have been sent. */
async function findList(
  journal: Journal,
  { from, digest, now }: { readonly from: CaipAddress; readonly digest: string; readonly now: number },
): Promise<{ readonly id: string; readonly at: number; readonly hashes: readonly string[] } | undefined> {
  const steps = (await journal.refresh()).flatMap(entry =>
    entry.kind === 'calls' && entry.from === from && entry.list?.digest === digest
      ? { entry, list: entry.list }
      : [],
  )
  const open = steps.find(({ entry }) => isOpenNow(entry, now))?.list
  if (!open) return undefined
  // Each was asked for when the one before was confirmed.
  const before = steps.filter(({ list }) => list.id === open.id && list.at < open.at)
  before.sort((one, other) => one.list.at - other.list.at)
  return { id: open.id, at: open.at, hashes: before.flatMap(({ entry }) => entry.hash ?? []) }
}

/** The same error, which says how far it came. */
function withHashes(cause: unknown, hashes: readonly string[]): unknown {
  if (!isLatchkeyError(cause)) return cause
  const { code, kind, message, context } = cause
  return new LatchkeyError({ code, kind, message, context: { ...context, hashes }, cause })
}

function networkOfCalls(ctx: SettleContext, id: CaipNetworkId | undefined): Network {
  const network = id === undefined ? activeNetwork(ctx) : findNetwork(ctx.config.networks, id)
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { network: id } })
  return network
}
