import { createError } from '../../../contract/errors/createError.ts'
import type { Siwx } from '../../../contract/siwx.ts'
import { bothSet } from '../../base/bothSet.ts'
import type { EngineContext } from '../../context.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import type { PageKey } from './createPageKey.ts'
import { isSignInEnabled } from './isSignInEnabled.ts'

/** For the developer of the page; `source` is requested once. */
const unverified =
  '[latchkey] This siwx does not say that a server checks its signatures (isServerVerified). What only the page knows of a session proves nothing: protect your routes at your backend, see latchkey/server.'

/**
 * The source that creates and stores sessions: the host's `siwx` or `siweConfig`, or the services. `lost`: a session of the services is over by itself.
 * @throws LatchkeyError CONFIG_INVALID for both, SIWX_DISABLED where the host has sign-in switched off.
 */
export async function siwxOf(
  ctx: EngineContext,
  key: () => Promise<PageKey>,
  lost: (caip10: string) => void,
): Promise<Siwx> {
  const { siwx, siweConfig } = ctx.config
  if (siwx && siweConfig) throw bothSet()
  if (siwx) {
    if (siwx.isServerVerified !== true) console.warn(unverified)
    return siwx
  }
  if (siweConfig) return (await import('../../../siwx/siwxFromSiweConfig.ts')).siwxFromSiweConfig(siweConfig)
  if (!isSignInEnabled({ config: ctx.config, features: featuresOf(ctx) })) throw createError('SIWX_DISABLED')
  return (await import('./createHostedSiwx.ts')).createHostedSiwx(ctx, key, lost)
}
