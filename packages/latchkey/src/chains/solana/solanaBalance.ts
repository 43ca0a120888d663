import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/**
 * The native balance in lamports. A number that JSON has rounded is none.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the node's answer is no such number; what `rpc` throws.
 */
export async function solanaBalance(rpc: RpcRequest, address: string): Promise<bigint> {
  const value = fieldOf(await rpc('getBalance', [address, { commitment: 'confirmed' }]), 'value')
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw createError('BALANCE_UNAVAILABLE', { context: { method: 'getBalance' } })
  return BigInt(value)
}
