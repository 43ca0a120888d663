import { isLatchkeyError } from '../../../contract/error.ts'
import { getAllowedOrigins } from '../../../contract/origins.ts'
import type { EngineContext } from '../../context.ts'

/** What the check needs of an engine. */
export type OriginContext = Pick<EngineContext, 'api'>

/** Whether a page may use a project: an origin is compared as the browser writes it, and an empty list is not checked. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.includes(origin)
}

/**
 * Compares the page with the project's list (SPEC §5, §7). When the list cannot be had there is nothing to compare.
 * @throws LatchkeyError APKT010 for 429, APKT009 for 500 to 599 (F22), and what the services refuse by name:
 * APKT002, APKT007, APKT008.
 */
export async function checkOrigin(ctx: OriginContext, origin: string): Promise<boolean> {
  return isAllowedOrigin(origin, await listOrigins(ctx))
}

async function listOrigins(ctx: OriginContext): Promise<readonly string[]> {
  try {
    const api = await ctx.api()
    return (await api.call(getAllowedOrigins, { service: 'directory' })).allowedOrigins
  } catch (cause) {
    if (isLatchkeyError(cause) && refusals.includes(cause.code) && !isNonsense(cause.context)) throw cause
    return []
  }
}

const refusals: readonly string[] = ['APKT002', 'APKT007', 'APKT008', 'APKT009', 'APKT010']

/** An answer of status 200 that is no list is "anything else" (SPEC §7). */
function isNonsense({ status }: Readonly<Record<string, unknown>>): boolean {
  return status === undefined || Number(status) < 400
}
