import type { CaipNetworkId } from '../../contract/caip.ts'
import type { ProviderWorld } from '../provider/createPairedProvider.ts'
import { type CaipRulesOptions, caipRules } from './caipRules.ts'
import { evmRules } from './evmRules.ts'
import { solanaRules } from './solanaRules.ts'

/** What a paired provider does in its own way in one namespace. */
export interface PairedRules {
  /** Whether an address holds on every chain, so that one which was granted elsewhere may be shown here. */
  readonly sharesAddresses: boolean
  /** The wallet's events that name a chain, or accounts. */
  readonly events: Readonly<Record<string, 'chain' | 'accounts'>>
  /** How a chain is reported to pages. */
  chainName(chain: CaipNetworkId): string
  /** The chain that an event of the wallet names: `data` as it came, on `chain`. Undefined for what makes no sense. */
  readChain(data: unknown, chain: CaipNetworkId): CaipNetworkId | undefined
  /** Answers a call of the page, on the given chain; on the one that the provider is on unless it is given. */
  request(world: ProviderWorld, method: string, params: unknown, chain?: CaipNetworkId): Promise<unknown>
}

/** The namespaces that differ from `caipRules` as it is, by the public method references. */
const options: Readonly<Record<string, CaipRulesOptions>> = {
  bip122: {
    // Addresses belong to the keys of one account: an address is not the same on another chain.
    events: { bip122_addressesChanged: 'accounts' },
    answers: { getAccountAddresses: ['bip122_getAccountAddresses'] },
  },
  cosmos: { accounts: ['cosmos_getAccounts'] },
  sui: {
    sharesAddresses: true,
    events: { sui_chainChanged: 'chain', sui_accountsChanged: 'accounts' },
    accounts: ['sui_getAccounts'],
  },
  stacks: {
    events: { stx_chainChanged: 'chain', stx_accountsChanged: 'accounts' },
    // The reference names the property by either.
    answers: { stx_getAddresses: ['stx_getAddresses', 'stacks_getAddresses'] },
  },
}

/** The namespaces that have rules of their own. */
const rules: Readonly<Record<string, PairedRules>> = { eip155: evmRules, solana: solanaRules }

/** The rules of a namespace; those of `caipRules` unless it has its own. */
export function pairedRulesOf(namespace: string): PairedRules {
  const own = Object.hasOwn(rules, namespace) ? rules[namespace] : undefined
  return own ?? caipRules(namespace, Object.hasOwn(options, namespace) ? options[namespace] : {})
}
