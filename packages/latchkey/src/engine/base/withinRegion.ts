import type { Features } from '../../contract/options.ts'
import type { ResolvedConfig } from './config.ts'
import { isRestricted } from './isRestricted.ts'

/** The flags with swap, on-ramp and exchange off where the visitor's time zone restricts them (SPEC §6 "Region"). */
export function withinRegion(
  config: Pick<ResolvedConfig, 'restrictedTimezones'>,
  features: Features,
  timezone?: string,
): Features {
  const { swaps, onramp, payWithExchange } = features
  // The browser is asked for its zone only where a flag depends on it: this runs for the first paint of each page.
  if (!(swaps || onramp || payWithExchange) || !isRestricted(config, timezone)) return features
  return {
    ...features,
    ...(swaps && { swaps: false }),
    ...(onramp && { onramp: false }),
    ...(payWithExchange && { payWithExchange: false }),
  }
}
