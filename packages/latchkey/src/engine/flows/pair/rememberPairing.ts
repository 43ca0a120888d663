import type { EngineContext } from '../../context.ts'
import { awaitedPairing } from './awaitedPairing.ts'
import type { PairWanted } from './pairFlow.ts'
import { parseAwaited } from './parseAwaited.ts'

/** Keeps what the next page needs to take the answer, should this one be thrown away. */
export async function rememberPairing(
  { storage }: EngineContext,
  uri: string,
  { wallet, namespace }: PairWanted,
): Promise<void> {
  const topic = uri.slice('wc:'.length, 'wc:'.length + 64)
  const before = parseAwaited(await storage.read(awaitedPairing))?.topics ?? []
  const topics = [topic, ...before.filter(each => each !== topic).slice(0, 1)]
  await storage.write(awaitedPairing, { wallet, namespace, topics })
}
