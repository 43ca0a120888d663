import { oneOf } from '../../engine/base/oneOf.ts'
import { webUrl } from '../shell/webUrl.ts'
import type { Widget } from '../shell/widget.ts'
import { legalConsent } from './legalConsent.ts'

/** Whether the visitor still has to accept the host's terms before a wallet or a login is asked (SPEC-NOTES §2). */
export function owesConsent(widget: Widget): boolean {
  return hasLegalCheckbox(widget.snapshot().config) && !oneOf(widget, legalConsent).value
}

/** Whether the host has terms that must be accepted: with no document to read there is nothing to accept. */
export function hasLegalCheckbox(config: {
  readonly features?: { readonly legalCheckbox?: boolean }
  readonly termsConditionsUrl?: string
  readonly privacyPolicyUrl?: string
}): boolean {
  if (config.features?.legalCheckbox !== true) return false
  return (webUrl(config.termsConditionsUrl) ?? webUrl(config.privacyPolicyUrl)) !== undefined
}
