import { createRampClient } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import type { OnRampProvider } from '../onRampProvider.ts'
import { createMoonPay } from './createMoonPay.ts'

/** MoonPay's pages: the key says which of the two it is for. */
const pages = { live: 'https://buy.moonpay.com', test: 'https://buy-sandbox.moonpay.com' } as const

/** Creates the provider `moonpay`; undefined without a key and its secret. */
export function makeMoonPay({ settings, assetOf, clock, now }: OnRampParts): OnRampProvider | undefined {
  const { url, key, secret, webhookSecret } = settings.moonpay
  if (key === undefined || secret === undefined) return undefined
  const client = createRampClient({ url, timeout: settings.timeout, clock, now })
  const page = key.startsWith('pk_test_') ? pages.test : pages.live
  return createMoonPay({ client, page, key, secret, webhookSecret, assetOf, clock, now })
}
