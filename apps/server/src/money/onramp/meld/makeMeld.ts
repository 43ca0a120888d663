import { createRampClient } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import type { OnRampProvider } from '../onRampProvider.ts'
import { createMeld } from './createMeld.ts'

/** Hosts of Meld's pages, in production and in its own sandbox. */
const pages = ['meldcrypto.com', 'www.meldcrypto.com', 'sb.meldcrypto.com'] as const
/** Meld's version of its API. */
const version = '2023-12-19'

/** Creates the provider `meld`, which is the development sandbox's as well; undefined without a key. */
export function makeMeld({ settings, assetOf, clock, now }: OnRampParts): OnRampProvider | undefined {
  const { url, key, webhookSecret } = settings.meld
  if (key === undefined) return undefined
  const client = createRampClient({
    url,
    headers: { authorization: `BASIC ${key}`, 'meld-version': version },
    timeout: settings.timeout,
    clock,
    now,
  })
  // The operator's own word for where the service is counts for its pages too: a sandbox has both on one host.
  return createMeld({ client, hosts: [...pages, new URL(url).host], webhookSecret, assetOf, clock, now })
}
