import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { parseQuantity } from './codec/hex.ts'

/**
 * The native balance in wei, below 2^256.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the node's answer is no quantity; what `rpc` throws.
 */
export async function evmBalance(rpc: RpcRequest, address: string): Promise<bigint> {
  const balance = parseQuantity(await rpc('eth_getBalance', [address, 'latest']))
  if (balance === undefined)
    throw createError('BALANCE_UNAVAILABLE', { context: { method: 'eth_getBalance' } })
  return balance
}
