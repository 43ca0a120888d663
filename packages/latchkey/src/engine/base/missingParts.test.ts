import { expect, test } from 'vitest'
import type { ConnectorOrder, LatchkeyOptions } from '../../contract/options.ts'
import { missingParts } from './missingParts.ts'

const url = 'https://services.example'

test.each<
  [
    Pick<LatchkeyOptions, 'features' | 'manualWCControl'>,
    string,
    keyof NonNullable<LatchkeyOptions['endpoints']>,
  ]
>([
  [{ features: { email: true } }, 'features.email', 'frame'],
  [{ features: { socials: true } }, 'features.socials', 'frame'],
  [{ features: { socials: ['x'] } }, 'features.socials', 'frame'],
  [{ features: { activity: true } }, 'features.activity', 'api'],
  [{ features: { authentication: true } }, 'features.authentication', 'api'],
  [{ features: { emailCapture: true } }, 'features.emailCapture', 'api'],
  [{ features: { analytics: true } }, 'features.analytics', 'analytics'],
  [{ manualWCControl: true }, 'manualWCControl', 'relay'],
])('%j: %s needs endpoints.%s', (options, option, endpoint) => {
  expect(missingParts(options)).toEqual([`[latchkey] ${option} does nothing without endpoints.${endpoint}.`])
  expect(missingParts({ ...options, endpoints: { [endpoint]: url } })).toEqual([])
})

test('what is off or left out needs nothing, nor do features in basic mode', () => {
  expect(missingParts({})).toEqual([])
  expect(missingParts({ features: { email: false, socials: [], activity: false } })).toEqual([])
  expect(missingParts({ basic: true, features: { email: true, activity: true } })).toEqual([])
  // Every account has the tiles that it orders.
  expect(missingParts({ features: { walletFeaturesOrder: ['send'] } })).toEqual([])
})

test('SPEC §9: a group of the wallet list that no adapter fills is named', () => {
  const noticesOf = (connectorTypeOrder: readonly ConnectorOrder[]) =>
    missingParts({ features: { connectorTypeOrder } })
  expect(noticesOf(['injected', 'external'])).toEqual([expect.stringContaining('"external" orders nothing')])
  expect(noticesOf(['custom', 'injected'])).toEqual([])
})
