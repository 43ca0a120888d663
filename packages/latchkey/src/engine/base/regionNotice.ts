import type { ResolvedConfig } from './config.ts'
import { isRestricted, ownTimezone } from './isRestricted.ts'

/**
 * The console notice for developers where something is hidden from this browser's visitor, so that they do not look for
 * it in the code; undefined where nothing is hidden.
 */
export function regionNotice(
  config: Pick<ResolvedConfig, 'restrictedTimezones' | 'features' | 'endpoints'>,
  timezone: string | undefined = ownTimezone(),
): string | undefined {
  const { swaps, onramp, payWithExchange } = config.features ?? {}
  // The project's own flags, which are not known yet, may turn them on.
  const mayBeOn = swaps || onramp || payWithExchange || config.endpoints?.directory
  return mayBeOn && isRestricted(config, timezone)
    ? `[latchkey] ${timezone} is among restrictedTimezones: swap, buying and exchange are not offered in this browser.`
    : undefined
}
