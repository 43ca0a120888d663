import type { ResolvedConfig } from './config.ts'

/**
 * What options are on without the endpoint that they need, one sentence each, for the author of the page: otherwise
 * nothing shows that they do nothing (SPEC §1, §6).
 */
export function missingParts({
  features = {},
  endpoints = {},
  manualWCControl,
  basic,
}: Pick<ResolvedConfig, 'features' | 'endpoints' | 'manualWCControl' | 'basic'>): readonly string[] {
  const { socials } = features
  const hasSocials = typeof socials === 'object' ? socials.length > 0 : socials
  const needs: readonly (readonly [option: string, isOn: unknown, endpoint: keyof typeof endpoints])[] = [
    ['features.email', features.email, 'frame'],
    ['features.socials', hasSocials, 'frame'],
    ['features.activity', features.activity, 'api'],
    ['features.authentication', features.authentication, 'api'],
    ['features.emailCapture', features.emailCapture, 'api'],
    ['features.analytics', features.analytics, 'analytics'],
    ['manualWCControl', manualWCControl, 'relay'],
  ]
  return needs
    .filter(
      ([option, isOn, endpoint]) => isOn && !endpoints[endpoint] && !(basic && option !== 'manualWCControl'),
    )
    .map(([option, , endpoint]) => `[latchkey] ${option} does nothing without endpoints.${endpoint}.`)
}
