import type { ResolvedConfig } from './config.ts'

const noExternal =
  '[latchkey] features.connectorTypeOrder: "external" orders nothing, no adapter brings wallets of that group. Leave it out.'

/**
 * What options are on without the endpoint or the wallets that they need, one sentence each, for the author of the page:
 * otherwise nothing shows that they do nothing (SPEC §1, §6, §9).
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
  const missing = needs
    .filter(
      ([option, isOn, endpoint]) => isOn && !endpoints[endpoint] && !(basic && option !== 'manualWCControl'),
    )
    .map(([option, , endpoint]) => `[latchkey] ${option} does nothing without endpoints.${endpoint}.`)
  return features.connectorTypeOrder?.includes('external') ? [...missing, noExternal] : missing
}
