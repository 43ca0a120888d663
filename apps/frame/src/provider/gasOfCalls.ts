import type { RpcRequest } from 'latchkey/contract'
import { type AnyCall, fieldOf, parseQuantity, traceCalls } from 'latchkey/evmcodec'

/**
 * The gas to give each of several calls, by a trial of all of them in order: one after an approval cannot be estimated by itself. Half of it
 * on top is what storage that is cleared gives back only afterwards. Undefined where no node tries it, or one of them fails.
 */
export async function gasOfCalls(
  nodes: RpcRequest,
  calls: readonly AnyCall[],
  signal: AbortSignal,
): Promise<readonly bigint[] | undefined> {
  const results = await traceCalls(nodes, { calls }, signal).catch(() => undefined)
  const used = results?.map(result =>
    fieldOf(result, 'status') === '0x1' ? parseQuantity(fieldOf(result, 'gasUsed')) : undefined,
  )
  const known = used?.filter(each => each !== undefined && each > 0n) as readonly bigint[] | undefined
  return known && known.length === calls.length ? known.map(each => (each * 3n + 1n) / 2n) : undefined
}
