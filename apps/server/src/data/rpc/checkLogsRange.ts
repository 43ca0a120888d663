import { type RpcFault, rpcRefusal } from 'latchkey/services'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'

const tags: ReadonlySet<unknown> = new Set(['latest', 'pending', 'safe', 'finalized', undefined, null])

/** The members by which a filter names its blocks. */
const members = ['fromBlock', 'toBlock', 'blockHash'] as const

const unclear: RpcFault = {
  code: rpcRefusal.invalid,
  message: 'Invalid request: fromBlock and toBlock are 0x… numbers or tags, blockHash is one block’s',
}

/**
 * Returns why a call is not passed on: it requests the events of more than `most` blocks (T101), or names them in an
 * unusual form. Nodes differ in the forms they accept: some take numbers and tags in any case, others member names in
 * any case. Calls other than `eth_getLogs`, without a filter, or for one block by its hash are passed on.
 */
export async function checkLogsRange(
  call: ProxiedCall,
  options: { readonly most: number; readonly head: () => Promise<number | undefined> },
): Promise<RpcFault | undefined> {
  if (call.method !== 'eth_getLogs' || call.params === undefined) return undefined
  if (!Array.isArray(call.params)) return unclear
  const filter: unknown = call.params[0]
  if (typeof filter !== 'object' || filter === null) return undefined
  if (Object.keys(filter).some(isDisguised)) return unclear
  const { fromBlock, toBlock, blockHash } = filter as Record<string, unknown>
  const isOneBlock = blockHash !== undefined && blockHash !== null
  if (isOneBlock && (fromBlock ?? toBlock ?? undefined) === undefined) return undefined
  const from = readBlock(fromBlock)
  const to = readBlock(toBlock)
  if (from === 'malformed' || to === 'malformed') return unclear
  if (from === 'newest') return undefined
  // Only a range that ends at the newest block needs to know which one that is.
  const last = to === 'newest' ? await options.head() : to
  if (last === undefined)
    return { code: rpcRefusal.internal, message: 'The newest block is not known; name the blocks by number' }
  if (last - from < options.most) return undefined
  return { code: rpcRefusal.limit, message: `Block range too large: at most ${options.most} blocks` }
}

/** Whether a node may take it for one of the members although it is none, such as `FromBlock`. */
function isDisguised(name: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  return members.some(member => name !== member && fold(name) === fold(member))
}

function readBlock(value: unknown): number | 'newest' | 'malformed' {
  if (tags.has(value)) return 'newest'
  if (value === 'earliest') return 0
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? Number(value) : 'malformed'
}
