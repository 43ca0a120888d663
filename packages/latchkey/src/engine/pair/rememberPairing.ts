import type { EngineContext } from '../context.ts'
import { awaitedPairing } from './awaitedPairing.ts'
import type { PairWanted } from './pairFlow.ts'
import { parseAwaited } from './parseAwaited.ts'

/** Keeps what the next page needs to take the answer, should this one be thrown away. */
export async function rememberPairing(
  { storage }: EngineContext,
  uri: string,
  wanted: PairWanted,
): Promise<void> {
  const before = parseAwaited(await storage.read(awaitedPairing))?.topics.slice(0, 1) ?? []
  const topics = [uri.slice('wc:'.length, 'wc:'.length + 64), ...before]
  await storage.write(awaitedPairing, { ...wanted, topics })
}
