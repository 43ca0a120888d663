import { configError } from '../../contract/error.ts'
import type { ResolvedConfig } from './config.ts'
import { factsOf } from './factsOf.ts'

/**
 * Checks that each network's CAIP-2 reference has the form that the adapter of its namespace gives.
 * @throws LatchkeyError CONFIG_INVALID (SPEC §8).
 */
export function checkChainIds(config: ResolvedConfig): void {
  for (const [at, { chainNamespace, caipNetworkId }] of config.networks.entries()) {
    const { title, chainIds } = factsOf(config, chainNamespace)
    if (new RegExp(`^${chainNamespace}:(?:${chainIds})$`).test(caipNetworkId)) continue
    throw configError(
      `networks.${at}.caipNetworkId`,
      `expected a chain id of ${title}: ${chainNamespace}:${chainIds}`.slice(0, 300),
    )
  }
}
