import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { suiDocuments } from '../../contract/suiDocuments.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** 2^64 - 1, the most of a coin there can be, has as many digits. */
const digits = /^\d{1,20}$/

/**
 * The native balance in MIST, by GraphQL.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the node's answer is no such number; what `rpc` throws.
 */
export async function suiBalance(rpc: RpcRequest, owner: string): Promise<bigint> {
  const data = await rpc('query', [suiDocuments.balance, { owner }])
  const total = fieldOf(fieldOf(fieldOf(data, 'address'), 'balance'), 'totalBalance')
  // JSON would round a number of this size: it is written as text.
  if (typeof total !== 'string' || !digits.test(total))
    throw createError('BALANCE_UNAVAILABLE', { context: { method: 'balance' } })
  return BigInt(total)
}
