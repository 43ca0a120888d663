import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/**
 * What an account can spend, in micro-STX; what is locked for stacking is not in it.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the node's answer is no such number; what `rpc` throws.
 */
export async function stacksBalance(rpc: RpcRequest, address: string): Promise<bigint> {
  const answer = await rpc('GET', [`/v2/accounts/${address}?proof=0`])
  const balance = fieldOf(answer, 'balance')
  // 128 bits in hex.
  if (typeof balance !== 'string' || !/^0x[0-9a-f]{1,32}$/i.test(balance))
    throw createError('BALANCE_UNAVAILABLE', { context: { method: 'accounts' } })
  return BigInt(balance)
}
