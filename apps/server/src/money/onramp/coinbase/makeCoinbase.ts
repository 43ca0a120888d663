import { createRampClient } from '../createRampClient.ts'
import type { OnRampParts } from '../makeOnRampProviders.ts'
import type { OnRampProvider } from '../onRampProvider.ts'
import { createCoinbase } from './createCoinbase.ts'
import { createCoinbaseSigner } from './createCoinbaseSigner.ts'

/** Creates the provider `coinbase`; undefined without a key and its secret. */
export function makeCoinbase({ settings, assetOf, clock, now }: OnRampParts): OnRampProvider | undefined {
  const { url, keyId, key, webhookSecret } = settings.coinbase
  if (keyId === undefined || key === undefined) return undefined
  const client = createRampClient({ url, timeout: settings.timeout, clock, now })
  const sign = createCoinbaseSigner({ keyId, keySecret: key, now })
  return createCoinbase({ client, sign, url, webhookSecret, assetOf, clock, now })
}
