import { defaultRestrictedTimezones } from '../../contract/limits.ts'
import type { ResolvedConfig } from './config.ts'

/**
 * Whether swap, on-ramp and exchange are not offered to a visitor in this time zone (SPEC §6 "Region"): the host's own
 * `restrictedTimezones`, else SPEC's list; an empty list restricts no visitor. A courtesy by the visitor's clock, no proof of
 * where the visitor is: the services keep their own rules. A zone that is not known restricts nothing.
 */
export function isRestricted(
  config: Pick<ResolvedConfig, 'restrictedTimezones'>,
  timezone: string | undefined = ownTimezone(),
): boolean {
  const restricted: readonly string[] = config.restrictedTimezones ?? defaultRestrictedTimezones
  const zone = timezone?.toLowerCase()
  return restricted.some(each => each.toLowerCase() === zone)
}

/** Where the browser says it is. */
export function ownTimezone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
