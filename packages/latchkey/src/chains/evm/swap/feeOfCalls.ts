import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import type { TransferFee } from '../../../contract/send.ts'
import { type GasPrice, hasDataFee, totalFee } from '../send/estimateFee.ts'
import type { AnyCall } from '../send/transferCall.ts'

/**
 * The fee of calls that are sent one after the other, by the gas that a simulation took. The most has half of it on top: wallets add that
 * much, and what a transaction gets back for cleared storage it has to have at first. Undefined where a rollup's data fee is not known.
 */
export async function feeOfCalls(
  rpc: RpcRequest,
  options: {
    readonly calls: readonly AnyCall[]
    readonly network: Pick<Network, 'caipNetworkId' | 'id' | 'nativeCurrency'>
    /** Of all calls. */
    readonly gas: bigint
    readonly price: GasPrice
  },
  signal: AbortSignal,
): Promise<TransferFee | undefined> {
  const { calls, network, gas: used, price } = options
  const gas = (used * 3n + 1n) / 2n
  const known = { used, gas, price, decimals: network.nativeCurrency.decimals }
  if (!hasDataFee(network)) return totalFee(known)
  const parts = await import('../send/dataFee.ts')
    .then(({ dataFee }) =>
      Promise.all(calls.map(call => dataFee(rpc, { call, network, gas, price }, signal))),
    )
    .catch(() => undefined)
  const data = parts?.reduce(
    (sum, part) => sum && part && { most: sum.most + part.most, likely: sum.likely + part.likely },
    { most: 0n, likely: 0n },
  )
  return data && totalFee({ ...known, data })
}
