import { createError } from '../../contract/errors/createError.ts'
import type { EngineContext } from '../../engine/context.ts'
import { featuresOf } from '../../engine/nouns/remoteconfig/featuresOf.ts'

/**
 * Requires the feature `multiWallet`, or alerts the developer (SPEC §6 "Multi-wallet").
 * @throws LatchkeyError MULTI_WALLET_DISABLED, with the info alert of SPEC §8.
 */
export function requireMultiWallet(ctx: EngineContext): void {
  if (featuresOf(ctx).multiWallet === true) return
  ctx.alert('MULTI_WALLET_DISABLED')
  throw createError('MULTI_WALLET_DISABLED')
}
