import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/**
 * What an address holds, in satoshis, by Esplora: blocks and mempool together. Without the mempool the change of a payment would be missing
 * until its block, and what was spent would still be there.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the answer holds no such numbers; what `rpc` throws.
 */
export async function bitcoinBalance(rpc: RpcRequest, address: string): Promise<bigint> {
  const answer = await rpc('GET', [`/address/${address}`])
  const balance = heldBy(fieldOf(answer, 'chain_stats')) + heldBy(fieldOf(answer, 'mempool_stats'))
  if (balance < 0n) throw unavailable()
  return balance
}

/** Below zero in the mempool, where something is spent. */
function heldBy(stats: unknown): bigint {
  return satoshis(fieldOf(stats, 'funded_txo_sum')) - satoshis(fieldOf(stats, 'spent_txo_sum'))
}

/** A number that JSON has rounded is none. */
function satoshis(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unavailable()
  return BigInt(value)
}

function unavailable() {
  return createError('BALANCE_UNAVAILABLE', { context: { method: 'GET /address' } })
}
