import type { Network } from '../../../contract/network.ts'

/** The host's network of this id, its deprecated id included (SPEC §3). */
export function findNetwork(networks: readonly Network[], id: string): Network | undefined {
  return networks.find(network => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id)
}

/** Whether the host lists this network. */
export function isListed(networks: readonly Network[], id: string): boolean {
  return findNetwork(networks, id) !== undefined
}
