import type { Features } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'

/** The flags that views of money depend on: one of them has to be on. */
const flagsOf: Readonly<Partial<Record<ViewName, readonly (keyof Features)[]>>> = {
  Swap: ['swaps'],
  SwapSelectToken: ['swaps'],
  SwapPreview: ['swaps'],
  Pay: ['payments'],
  PayReview: ['payments'],
  PayForRequest: ['payments'],
  OnRampTokenSelect: ['onramp'],
  OnRampFiatSelect: ['onramp'],
  OnRampProviders: ['onramp'],
  ExchangeSelect: ['payWithExchange'],
}

/**
 * Whether a view may be shown, whichever way leads to it: a row, a link in another view, or the host's `open()`. The flags are
 * within the visitor's region already, so what a region restricts cannot be reached either (SPEC §6 "Region").
 */
export function isOffered(view: ViewName, features: Features): boolean {
  return flagsOf[view]?.some(flag => features[flag] === true) ?? true
}
