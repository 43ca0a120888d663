/** Asks the wallet for calls in one request, once, whatever is asked twice, reloaded or lost on the way (T73; F15, F19). */
import type { ProviderAbilities } from '../../../contract/adapter.ts'
import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type {
  ApprovalEntry,
  CallsEntry,
  JournalEntry,
  PaymentEntry,
  SwapEntry,
} from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { SendResult, WalletCall } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { toCallsEntry } from './callsEntry.ts'
import type { Journal } from './journal.ts'
import { askWallet, findEarlier, readNextNonce, type SentEntry } from './sendOnce.ts'

/** What calls are submitted with. */
export type CallsContext = Pick<EngineContext, 'adapter' | 'clock' | 'rpc' | 'random'>

/** Calls, and how the wallet is asked for them. */
export interface CallsRequest {
  readonly id: string
  readonly from: CaipAddress
  readonly network: Network
  readonly calls: readonly WalletCall[]
  readonly list?: CallsEntry['list']
  /** What is stored of them, where they are a swap, a payment or an approval. Default an entry of calls. */
  readonly entry?: SwapEntry | ApprovalEntry | PaymentEntry
  /** As `ProviderAbilities.sendCalls`; default false. */
  readonly atomic?: boolean | 'orInOrder'
  readonly signal: AbortSignal
  /** Called when it is stored, right before the wallet is asked. */
  readonly asked?: () => void
  /** The wallet's abilities now: the visitor may have left or moved (T61). @throws LatchkeyError. */
  readonly wallet: () => ProviderAbilities
}

/**
 * Asks for all calls as one batch. Undefined, without a request, where the wallet takes no batches. The batch has an id of ours, so
 * that the wallet can be asked about it when its answer was lost.
 * @throws LatchkeyError as `submitTransfer`.
 */
export function submitBatch(
  ctx: CallsContext,
  journal: Journal,
  request: CallsRequest,
): Promise<SendResult | undefined> {
  const { from, network, calls, signal, wallet } = request
  return journal.alone(from, async () => {
    const wanted = request.entry ?? toCallsEntry(request, { id: request.id, at: ctx.clock.now() })
    const earlier = await findEarlier(journal, wanted)
    if (earlier?.result) return earlier.result
    const { sendCalls } = wallet()
    if (!sendCalls) return undefined
    const batchId = `0x${ctx.random.id()}`
    const entry = { ...wanted, batchId }
    const asking = async () => {
      await journal.change(entry.id, () => entry)
      request.asked?.()
    }
    const atomic = request.atomic ? { atomic: request.atomic } : {}
    const ask = () => sendCalls({ from, network, calls, signal, id: batchId, asking, ...atomic })
    return askWallet(journal, entry, { ask, again: false })
  })
}

/**
 * Asks for one call. One that may have been sent is looked for first, and asked for again only with the nonce of the earlier try.
 * @throws LatchkeyError as `submitTransfer`.
 */
export function submitCall(ctx: CallsContext, journal: Journal, request: CallsRequest): Promise<SendResult> {
  const { from, network, calls, list, signal, wallet } = request
  return journal.alone(from, async () => {
    const wanted =
      request.entry ?? toCallsEntry(request, { id: request.id, at: ctx.clock.now(), ...(list && { list }) })
    const earlier = await findEarlier(journal, wanted)
    if (earlier?.result) return earlier.result
    const { sending } = await ctx.adapter(namespaceOf(from))
    const nonce = earlier?.nonce ?? (sending && (await readNextNonce(ctx, await sending(), request, signal)))
    if (signal.aborted) throw createError('MODAL_CLOSED')
    const { sendCall } = wallet()
    const [call] = calls
    if (!sendCall || !call)
      throw createError('UNSUPPORTED_CHAIN', { context: { network: network.caipNetworkId } })
    const entry = { ...wanted, ...(nonce !== undefined && { nonce }), id: earlier?.id ?? wanted.id }
    const asking = async () => {
      await journal.change(entry.id, now => withTries(entry, now))
      request.asked?.()
    }
    const ask = () => sendCall({ from, network, call, signal, nonce: earlier?.nonce, asking })
    return askWallet(journal, entry, { ask, again: earlier?.nonce !== undefined })
  })
}

/** A swap that is asked for anew is another call under the same nonce: whichever of the two is mined is recognized. */
function withTries(entry: SentEntry, before: JournalEntry | undefined): SentEntry {
  if (!isTried(entry) || !before || !isTried(before) || before.nonce !== entry.nonce) return entry
  const digests = [...new Set([...(before.digests ?? []), ...(entry.digests ?? [])])].slice(-mostTries)
  return { ...entry, digests }
}

function isTried(entry: JournalEntry): entry is SwapEntry | ApprovalEntry | PaymentEntry {
  return entry.kind === 'swap' || entry.kind === 'approval' || entry.kind === 'payment'
}

/** As many as an entry stores. */
const mostTries = 10
