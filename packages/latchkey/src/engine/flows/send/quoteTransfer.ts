import type { Transfer, TransferQuote } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { loadSending } from '../../nouns/journal/settleEntry.ts'

/**
 * What a transfer will cost and do, by the host's own nodes; nothing is sent.
 * @throws LatchkeyError UNSUPPORTED_CHAIN, RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16),
 * CHUNK_FAILED, and what a transfer that makes no sense throws.
 */
export async function quoteTransfer(
  ctx: Pick<EngineContext, 'adapter' | 'rpc'>,
  {
    transfer,
    all = false,
    signal,
  }: {
    readonly transfer: Transfer
    /** As `Sending.quote`. */
    readonly all?: boolean
    readonly signal: AbortSignal
  },
): Promise<TransferQuote> {
  const { network } = transfer
  const sending = await loadSending(ctx, network.caipNetworkId)
  return sending.quote(ctx.rpc(network), transfer, signal, { all })
}
