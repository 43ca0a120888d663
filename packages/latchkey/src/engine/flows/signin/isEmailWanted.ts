import type { EngineContext } from '../../context.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { hasFlagSource } from '../../nouns/remoteconfig/hasFlagSource.ts'

/**
 * Whether the host's project wants an address before the signature. Where the services sign in and their flags could not be had, now
 * or ever before, it is the stricter path that counts: a requirement is never skipped because a request was slow (SPEC-NOTES §2).
 */
export function isEmailWanted(ctx: Pick<EngineContext, 'config' | 'remote'>): boolean {
  const { endpoints, siwx, siweConfig } = ctx.config
  if (endpoints?.api === undefined) return false
  const { emailCapture } = featuresOf(ctx)
  if (emailCapture !== undefined) return emailCapture
  const isHosted = (siwx ?? siweConfig) === undefined
  return isHosted && hasFlagSource(ctx.config)
}
