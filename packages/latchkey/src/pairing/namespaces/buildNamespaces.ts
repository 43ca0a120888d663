import type { Network } from '../../contract/network.ts'
import type { RequestedNamespace, RequestedNamespaces } from '../pairing.ts'
import { namespaceData } from './namespaceData.ts'

/**
 * What a host's networks ask of a wallet, the active network first: wallets open the first one.
 * Networks of a namespace that pairing knows no methods of are left out.
 */
export function buildNamespaces(networks: readonly Network[], active?: string): RequestedNamespaces {
  const asked: Record<string, RequestedNamespace> = {}
  const first = networks.filter(network => network.caipNetworkId === active)
  for (const { chainNamespace, caipNetworkId } of [...first, ...networks]) {
    const data = Object.hasOwn(namespaceData, chainNamespace) ? namespaceData[chainNamespace] : undefined
    if (!data) continue
    const chains = asked[chainNamespace]?.chains ?? []
    if (chains.includes(caipNetworkId)) continue
    asked[chainNamespace] = { chains: [...chains, caipNetworkId], methods: data.methods, events: data.events }
  }
  return asked
}
