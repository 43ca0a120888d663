import type { EngineContext } from '../../context.ts'
import { firstRemote } from './remoteFeatures.ts'

/**
 * Lets hold what is known without asking, unless the services have answered since `before`: what they said is kept by then, and
 * holds from the next view on.
 */
export function recallRemote(
  ctx: Pick<EngineContext, 'config' | 'storage' | 'remote' | 'signal'>,
  before: object,
): void {
  if (ctx.remote.getState() === before && !ctx.signal.aborted) ctx.remote.dispatch(firstRemote(ctx))
}
