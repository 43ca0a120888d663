import type { RecentConnection } from '../../contract/connection.ts'
import type { EngineContext } from '../../engine/context.ts'

/** Connections that ended, and stored ones whose wallet has not shown up on this page: those come first. */
export function recentsOf(ctx: EngineContext): readonly RecentConnection[] {
  const { shelved } = ctx.connections.getState()
  const late = shelved.map(connection => ({ ...connection, status: 'disconnected' as const }))
  return [...late, ...ctx.recents.getState()]
}
