import { type RpcFault, rpcRefusal } from 'latchkey/contract'
import type { ProxiedCall } from './callUpstream.ts'

const tags: ReadonlySet<unknown> = new Set(['latest', 'pending', 'safe', 'finalized', undefined, null])

/**
 * Why a call is not passed on: it asks for the events of more blocks than `most` (T101). What is not an `eth_getLogs`,
 * names one block by its hash, or is malformed and so refused by every node, is passed on.
 */
export async function checkLogsRange(
  call: ProxiedCall,
  options: { readonly most: number; readonly head: () => Promise<number | undefined> },
): Promise<RpcFault | undefined> {
  if (call.method !== 'eth_getLogs') return undefined
  const filter: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  if (typeof filter !== 'object' || filter === null) return undefined
  const { fromBlock, toBlock, blockHash } = filter as Record<string, unknown>
  if (blockHash !== undefined && blockHash !== null) return undefined
  const from = readBlock(fromBlock)
  const to = readBlock(toBlock)
  if (from === 'malformed' || to === 'malformed' || from === 'newest') return undefined
  // Only a range that ends at the newest block needs to know which one that is.
  const last = to === 'newest' ? await options.head() : to
  if (last === undefined)
    return { code: rpcRefusal.internal, message: 'The newest block is not known; name the blocks by number' }
  if (last - from < options.most) return undefined
  return { code: rpcRefusal.limit, message: `Block range too large: at most ${options.most} blocks` }
}

function readBlock(value: unknown): number | 'newest' | 'malformed' {
  if (tags.has(value)) return 'newest'
  if (value === 'earliest') return 0
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? Number(value) : 'malformed'
}
