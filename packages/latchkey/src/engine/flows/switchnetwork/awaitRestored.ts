import { limits } from '../../../contract/limits.ts'
import { orAborted } from '../../base/orAborted.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import type { ConnectionsState } from '../../nouns/connections/connectionsState.ts'

/**
 * Resolves once a connection is not being restored any more: it was confirmed, given up or ended; after the longest time
 * that a wallet has for it in any case.
 * @throws LatchkeyError MODAL_CLOSED when aborted, or when the engine ends.
 */
export async function awaitRestored(
  ctx: EngineContext,
  connectionId: string,
  signal: AbortSignal,
): Promise<void> {
  const isOver = ({ unconfirmed }: ConnectionsState) => !unconfirmed.includes(connectionId)
  if (isOver(ctx.connections.getState())) return
  const over = new AbortController()
  const off = ctx.connections.subscribe(state => {
    if (isOver(state)) over.abort()
  })
  try {
    const restored = orAborted(wait(ctx.clock, limits.frameLoad, over.signal), signal)
    await orAborted(restored, ctx.signal)
  } finally {
    off()
    over.abort()
  }
}
