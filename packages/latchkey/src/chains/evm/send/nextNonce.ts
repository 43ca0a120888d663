import type { RpcRequest } from '../../../contract/adapter.ts'
import { addressOf, type CaipAddress, networkIdOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { parseQuantity } from '../codec/hex.ts'
import { parseChainId } from '../parseAnswers.ts'

/**
 * The nonce of the account's next transaction, those that wait counted.
 * @throws LatchkeyError SEND_FAILED when the nodes are of another chain (F16), UNKNOWN for an answer that is no number.
 */
export async function nextNonce(
  rpc: RpcRequest,
  account: CaipAddress,
  signal?: AbortSignal,
): Promise<string> {
  // The network's own question first: both go out together, and to one node.
  const [, count] = await Promise.all([
    checkChain(rpc, networkIdOf(account), signal),
    countOf(rpc, addressOf(account), 'pending', signal),
  ])
  return String(count)
}

/** Returns how many transactions of the account there are up to a block. */
export async function countOf(
  rpc: RpcRequest,
  address: string,
  block: string,
  signal?: AbortSignal,
): Promise<bigint> {
  const count = parseQuantity(await rpc('eth_getTransactionCount', [address, block], signal))
  // No account ever had more than EIP-2681 allows.
  if (count !== undefined && count < 1n << 64n) return count
  throw createError('UNKNOWN', { context: { method: 'eth_getTransactionCount' } })
}

/**
 * Checks that the node serves the expected chain (F16).
 * @throws LatchkeyError SEND_FAILED when it serves another one.
 */
export async function checkChain(
  rpc: RpcRequest,
  caipNetworkId: string,
  signal?: AbortSignal,
): Promise<void> {
  const real = parseChainId(await rpc('eth_chainId', [], signal))
  if (real !== caipNetworkId)
    throw createError('SEND_FAILED', { context: { reason: 'wrong-chain-node', asked: caipNetworkId, real } })
}
