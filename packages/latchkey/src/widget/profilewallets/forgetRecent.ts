import type { EngineContext } from '../../engine/context.ts'

/** Forgets a connection that ended. */
export function forgetRecent(ctx: EngineContext, connectionId: string): void {
  const recents = ctx.recents.getState()
  const left = recents.filter(({ id }) => id !== connectionId)
  if (left.length < recents.length) ctx.recents.dispatch(left)
  ctx.connections.dispatch({ type: 'unshelved', connectionId })
}
