import type { Network } from '../../contract/network.ts'
import type { AskedNamespace, RequestedNamespaces } from '../pairing.ts'
import { namespaceData } from './namespaceData.ts'

/**
 * Builds the namespaces to request from a host's networks, the active network first, because wallets open the first
 * one. Namespaces whose methods pairing does not know are left out.
 */
export function buildNamespaces(networks: readonly Network[], active?: string): RequestedNamespaces {
  const asked: Record<string, AskedNamespace> = {}
  const first = networks.filter(network => network.caipNetworkId === active)
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId: old } of [...first, ...networks]) {
    const data = Object.hasOwn(namespaceData, chainNamespace) ? namespaceData[chainNamespace] : undefined
    if (!data) continue
    const { chains = [], aliases } = asked[chainNamespace] ?? {}
    if (chains.includes(caipNetworkId)) continue
    const known = old === undefined ? aliases : { ...aliases, [old]: caipNetworkId }
    asked[chainNamespace] = { ...data, chains: [...chains, caipNetworkId], ...(known && { aliases: known }) }
  }
  return asked
}
