import type { EngineContext } from '../context.ts'
import { firstRemote } from './remoteFeatures.ts'

/** Lets hold what is known without asking, unless the services have answered meanwhile. */
export function recallRemote(ctx: EngineContext): void {
  const isUntouched = Object.keys(ctx.remote.getState()).length === 0
  if (isUntouched && !ctx.signal.aborted) ctx.remote.dispatch(firstRemote(ctx))
}
