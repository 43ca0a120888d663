import { randomBytes } from 'node:crypto'
import { localChains } from '../chains/devNetworks.ts'
import type { Chain } from '../chains/startChain.ts'
import type { RampChain } from './rampConfig.ts'
import { rampApiKey } from './startRamp.ts'

/** Plans what the ramp and the services know of each other. No testnet is sold: it would have no price. */
export function planRamp(options: {
  ports: { readonly ramp: number; readonly services: number }
  chains: readonly Pick<Chain, 'chainId' | 'url'>[]
}): {
  readonly options: { port: number; chains: readonly RampChain[]; webhookUrl: string; webhookSecret: string }
  readonly variables: Readonly<Record<string, string>>
} {
  const { ports, chains } = options
  const webhookSecret = randomBytes(32).toString('base64url')
  const sold = localChains.flatMap(({ id: chainId, name, testnet }) => {
    const url = chains.find(chain => chain.chainId === chainId)?.url
    return testnet || url === undefined ? [] : [{ chainId, name, url }]
  })
  return {
    options: {
      port: ports.ramp,
      chains: sold,
      webhookUrl: `http://localhost:${ports.services}/v1/onramp/webhooks/meld`,
      webhookSecret,
    },
    variables: {
      ONRAMP_MELD_URL: `http://localhost:${ports.ramp}`,
      ONRAMP_MELD_KEY: rampApiKey,
      ONRAMP_MELD_WEBHOOK_SECRET: webhookSecret,
      // Where visitors of the playground are who did not say it: a country that every service of the ramp serves.
      ONRAMP_COUNTRY: 'US',
    },
  }
}
