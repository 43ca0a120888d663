import type { CaipNetworkId } from '../../contract/caip.ts'
import type { ProviderWorld } from '../provider/createPairedProvider.ts'
import { evmRules } from './evmRules.ts'
import { solanaRules } from './solanaRules.ts'

/** What a paired provider does in its own way in one namespace. */
export interface PairedRules {
  /** Whether an address holds on every chain, so that one which was granted elsewhere may be shown here. */
  readonly sharesAddresses: boolean
  /** How a chain is reported to pages. */
  chainName(chain: CaipNetworkId): string
  /** The chain that an event of the wallet names: `data` as it came, on `chain`. Undefined for what makes no sense. */
  readChain(data: unknown, chain: CaipNetworkId): CaipNetworkId | undefined
  /** Answers a call of the page, on the given chain; on the one that the provider is on unless it is given. */
  request(world: ProviderWorld, method: string, params: unknown, chain?: CaipNetworkId): Promise<unknown>
}

/** CAIP-2 ids as they are, and every call to the wallet. */
const commonRules: PairedRules = {
  sharesAddresses: false,
  chainName: chain => chain,
  readChain: (_data, chain) => chain,
  request: (world, method, params, chain) => world.toWallet(method, params, chain),
}

/** The namespaces that differ from the common rules. */
const rules: Readonly<Record<string, PairedRules>> = { eip155: evmRules, solana: solanaRules }

/** The rules of a namespace; the common ones unless it has its own. */
export function pairedRulesOf(namespace: string): PairedRules {
  return (Object.hasOwn(rules, namespace) ? rules[namespace] : undefined) ?? commonRules
}
