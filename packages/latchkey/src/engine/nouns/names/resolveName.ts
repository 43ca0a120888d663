import { limits } from '../../../contract/limits.ts'
import { getProfile, type Profile } from '../../../contract/profile.ts'
import { oneOf } from '../../base/oneOf.ts'
import type { EngineContext } from '../../context.ts'
import { nameFault } from './nameFault.ts'

interface ResolvedName {
  readonly profile: Profile
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** How many names are remembered. */
const most = 50

function createResolvedNames(): Map<string, ResolvedName> {
  return new Map()
}

/** What looking up a name needs of an engine. */
export type ResolveContext = Pick<EngineContext, 'api' | 'clock'>

/**
 * The record of a name in normal form, at most 5 minutes old (SPEC §9 "name"); a failure is not remembered.
 * @throws LatchkeyError NAME_RESOLVE_FAILED with the services' first reason (SPEC §8); its cause has the status.
 */
export async function resolveName(ctx: ResolveContext, name: string, signal?: AbortSignal): Promise<Profile> {
  const known = oneOf(ctx, createResolvedNames)
  const before = known.get(name)
  if (before && Math.abs(ctx.clock.now() - before.at) < limits.nameCache) return before.profile
  try {
    const api = await ctx.api()
    const profile = await api.call(getProfile, { params: { name }, ...(signal && { signal }) })
    known.delete(name)
    known.set(name, { profile, at: ctx.clock.now() })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return profile
  } catch (cause) {
    known.delete(name)
    throw nameFault('NAME_RESOLVE_FAILED', cause, { name })
  }
}

/** Forgets a name that was changed from here. */
export function forgetName(ctx: ResolveContext, name: string): void {
  oneOf(ctx, createResolvedNames).delete(name)
}
