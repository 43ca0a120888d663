import type { RpcRequest } from '../../../contract/adapter.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Simulation, Transfer, TransferCost, TransferQuote } from '../../../contract/send.ts'
import { estimateFee } from './estimateFee.ts'
import { isContract } from './isContract.ts'
import { checkChain } from './nextNonce.ts'
import { readArrival } from './readArrival.ts'
import { simulateCall } from './simulateCall.ts'
import { type TransferCall, toTransferCall } from './transferCall.ts'

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
  const [, fee, tried, toContract, loss] = await Promise.all([
    checkChain(rpc, transfer.network.caipNetworkId, signal).catch(cause => {
      // A node that cannot be asked at all leaves the other answers out too.
      if (isLatchkeyError(cause, 'SEND_FAILED') || signal.aborted) throw cause
    }),
    estimateFee(rpc, asked, signal),
    simulateCall(rpc, asked, signal),
    isContract(rpc, transfer.to, signal),
    askLoss(rpc, asked, signal),
  ])
  if (signal.aborted) throw createError('RPC_ABORTED')
  // That it works says nothing of how much arrives.
  const simulation: Simulation = loss === 'unknown' && tried.at === 'works' ? { at: 'unknown' } : tried
  return {
    ...{ fee, simulation },
    ...(typeof loss === 'object' && { costs: [loss] }),
    ...(toContract !== undefined && { toContract }),
  }
}

/** What the token itself keeps of a transfer; undefined: nothing. */
async function askLoss(
  rpc: RpcRequest,
  { call, asset, amount, to }: Transfer & { readonly call: TransferCall },
  signal: AbortSignal,
): Promise<TransferCost | 'unknown' | undefined> {
  // To oneself nothing arrives.
  if (asset.address === undefined || BigInt(to) === BigInt(call.from)) return undefined
  const value = await readArrival(rpc, call, { to }, signal)
  if (value === undefined) return 'unknown'
  const { decimals } = amount
  const kept = amount.value - value
  if (kept <= 0n) return undefined
  return { kind: 'transferFee', amount: { value: kept, decimals }, arrives: { value, decimals } }
}
