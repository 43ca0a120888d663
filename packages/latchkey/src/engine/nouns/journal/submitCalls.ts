/** Asks the wallet for calls of the host's in one request, once, whatever is asked twice, reloaded or lost on the way (T73; F15, F19). */
import type { ProviderAbilities } from '../../../contract/adapter.ts'
import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { CallsEntry } from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { SendResult, WalletCall } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { toCallsEntry } from './callsEntry.ts'
import type { Journal } from './journal.ts'
import { askWallet, findEarlier, readNextNonce } from './sendOnce.ts'

/** What calls are submitted with. */
export type CallsContext = Pick<EngineContext, 'adapter' | 'clock' | 'rpc' | 'random'>

/** Calls, and how the wallet is asked for them. */
export interface CallsRequest {
  readonly id: string
  readonly from: CaipAddress
  readonly network: Network
  readonly calls: readonly WalletCall[]
  readonly list?: CallsEntry['list']
  readonly signal: AbortSignal
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
    const wanted = toCallsEntry(request, { id: request.id, at: ctx.clock.now() })
    const earlier = await findEarlier(journal, wanted)
    if (earlier?.result) return earlier.result
    const { sendCalls } = wallet()
    if (!sendCalls) return undefined
    const batchId = `0x${ctx.random.id()}`
    const entry = { ...wanted, batchId }
    const asking = async () => void (await journal.change(entry.id, () => entry))
    const ask = () => sendCalls({ from, network, calls, signal, id: batchId, asking })
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
    const wanted = toCallsEntry(request, { id: request.id, at: ctx.clock.now(), ...(list && { list }) })
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
    const asking = async () => void (await journal.change(entry.id, () => entry))
    const ask = () => sendCall({ from, network, call, signal, nonce: earlier?.nonce, asking })
    return askWallet(journal, entry, { ask, again: earlier?.nonce !== undefined })
  })
}
