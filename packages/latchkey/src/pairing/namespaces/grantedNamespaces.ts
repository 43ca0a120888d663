import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  namespaceOf,
  networkIdOf,
} from '../../contract/caip.ts'
import { parseCaipAddress } from '../../contract/parseCaip.ts'
import type { PairedNamespace, PairedNamespaces } from '../pairing.ts'
import type { SettledNamespaces } from './wireNamespaces.schema.ts'

/** An account on each of many networks is one of these; more than are read back from the store are not taken. */
const mostAccounts = 1_024

/**
 * Returns the requested namespaces that a wallet granted. Other namespaces and invalid accounts are dropped. A chain
 * beyond the request stays, so that the visitor sees where the wallet is (F11). Undefined when no account is left.
 */
export function grantedNamespaces(
  settled: SettledNamespaces,
  asked: readonly ChainNamespace[],
): PairedNamespaces | undefined {
  const granted: Record<string, PairedNamespace> = {}
  for (const [key, part] of Object.entries(settled)) {
    const namespace = key.split(':', 1)[0] as string
    if (!asked.includes(namespace)) continue
    const before = granted[namespace]
    const accounts = distinct([...(before?.accounts ?? []), ...part.accounts.filter(isAccountOf(namespace))])
    if (accounts.length === 0) continue
    const named = [...(part.chains ?? []), key].filter((id): id is CaipNetworkId =>
      isCaipNetworkId(id, namespace),
    )
    granted[namespace] = {
      accounts: accounts.slice(0, mostAccounts),
      chains: distinct([...(before?.chains ?? []), ...accounts.map(networkIdOf), ...named]),
      methods: distinct([...(before?.methods ?? []), ...part.methods]),
      events: distinct([...(before?.events ?? []), ...part.events]),
    }
  }
  return Object.keys(granted).length > 0 ? granted : undefined
}

function isAccountOf(namespace: string) {
  return (value: string): value is CaipAddress => {
    try {
      parseCaipAddress(value, [namespace])
      return namespaceOf(value as CaipAddress) === namespace
    } catch {
      return false
    }
  }
}

function distinct<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)]
}
