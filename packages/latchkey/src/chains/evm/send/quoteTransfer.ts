import type { RpcRequest } from '../../../contract/adapter.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Transfer, TransferQuote } from '../../../contract/send.ts'
import { estimateFee } from './estimateFee.ts'
import { isContract } from './isContract.ts'
import { checkChain } from './nextNonce.ts'
import { simulateCall } from './simulateCall.ts'
import { toTransferCall } from './transferCall.ts'

/**
 * Fee, simulated outcome and kind of receiver, asked for in one batch; what cannot be had is absent, never a guess.
 * @throws LatchkeyError RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16).
 */
export async function quoteTransfer(
  rpc: RpcRequest,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<TransferQuote> {
  const asked = { ...transfer, call: toTransferCall(transfer) }
  const [, fee, simulation, toContract] = await Promise.all([
    checkChain(rpc, transfer.network.caipNetworkId, signal).catch(cause => {
      // A node that cannot be asked at all leaves the other answers out too.
      if (isLatchkeyError(cause, 'SEND_FAILED') || signal.aborted) throw cause
    }),
    estimateFee(rpc, asked, signal),
    simulateCall(rpc, asked, signal),
    isContract(rpc, transfer.to, signal),
  ])
  if (signal.aborted) throw createError('RPC_ABORTED')
  return { fee, simulation, ...(toContract !== undefined && { toContract }) }
}
