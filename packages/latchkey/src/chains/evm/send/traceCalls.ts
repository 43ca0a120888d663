import type { RpcRequest } from '../../../contract/adapter.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import type { AnyCall } from './transferCall.ts'

/**
 * Tries calls in order on top of the latest block by `eth_simulateV1`, transfers of the native currency among the logs. Returns one raw
 * result for each call; undefined for an answer without them. Fees are not taken, and the signature is not looked at.
 * @throws what `rpc` throws, for example on nodes without the method.
 */
export async function traceCalls(
  rpc: RpcRequest,
  options: { readonly calls: readonly AnyCall[]; readonly stateOverrides?: object },
  signal: AbortSignal,
): Promise<readonly unknown[] | undefined> {
  const request = { blockStateCalls: [options], traceTransfers: true, validation: false }
  const answer = await rpc('eth_simulateV1', [request, 'latest'], signal)
  const results = itemsOf(fieldOf(itemsOf(answer, 1)?.[0], 'calls'), options.calls.length)
  return results?.length === options.calls.length ? results : undefined
}
