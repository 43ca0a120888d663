import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/**
 * What the account holds of the network's native currency, in base units, by the Cosmos SDK's REST API.
 * @throws LatchkeyError BALANCE_UNAVAILABLE for a network without `format.denom`, or an answer that is none; what `rpc` throws.
 */
export async function cosmosBalance(rpc: RpcRequest, address: string, network: Network): Promise<bigint> {
  const denom = network.format?.denom
  if (denom === undefined) throw createError('BALANCE_UNAVAILABLE', { context: { reason: 'no-denom' } })
  const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(denom)}`
  const balance = fieldOf(await rpc('GET', [path]), 'balance')
  const amount = fieldOf(balance, 'amount')
  // 256 bits have 78 digits.
  if (fieldOf(balance, 'denom') !== denom || typeof amount !== 'string' || !/^\d{1,78}$/.test(amount))
    throw createError('BALANCE_UNAVAILABLE', { context: { method: 'by_denom' } })
  return BigInt(amount)
}
