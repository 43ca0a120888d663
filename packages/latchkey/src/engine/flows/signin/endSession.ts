import type { CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Siwx } from '../../../contract/siwx.ts'
import type { EngineContext } from '../../context.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { isSignInEnabled } from './isSignInEnabled.ts'
import { subjectOf } from './subjectOf.ts'

/**
 * Ends the session of the active account, and no other (T36); answers whose it was.
 * @throws LatchkeyError SIWX_DISABLED, NO_ACTIVE_ADDRESS, NO_ACTIVE_NETWORK, and what the source of sessions throws.
 */
export async function endSession(ctx: EngineContext, source: () => Promise<Siwx>): Promise<CaipAddress> {
  if (!isSignInEnabled({ config: ctx.config, features: featuresOf(ctx) })) throw createError('SIWX_DISABLED')
  const siwx = await source()
  const subject = subjectOf(ctx)
  if (!subject) {
    const { active, activeNamespace, unconfirmed } = ctx.connections.getState()
    const { connectionId } = active[activeNamespace] ?? {}
    const isHere = connectionId !== undefined && !unconfirmed.includes(connectionId)
    throw createError(isHere ? 'NO_ACTIVE_NETWORK' : 'NO_ACTIVE_ADDRESS')
  }
  await siwx.revokeSession(subject.caipNetworkId, subject.address)
  return subject.caip10
}
