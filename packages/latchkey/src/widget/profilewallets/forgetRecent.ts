import type { EngineContext } from '../../engine/context.ts'
import { disconnectWallets } from '../../engine/flows/disconnect/disconnectWallets.ts'
import { requireMultiWallet } from './requireMultiWallet.ts'

/** Forgets a connection that ended. One that was only laid aside ends now, also for its wallet. */
export function forgetRecent(ctx: EngineContext, connectionId: string): void {
  const recents = ctx.recents.getState()
  const left = recents.filter(({ id }) => id !== connectionId)
  if (left.length < recents.length) ctx.recents.dispatch(left)
  if (ctx.connections.getState().shelved.some(({ id }) => id === connectionId))
    disconnectWallets(ctx, { connectionId }).catch(() => undefined)
}

/** The handle's verb; its contract stands on the handle's own type. */
export function deleteRecentConnection(ctx: EngineContext, connectionId: string): void {
  requireMultiWallet(ctx)
  forgetRecent(ctx, connectionId)
}
