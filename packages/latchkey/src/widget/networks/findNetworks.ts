import type { Network } from '../../contract/network.ts'

/** Returns the networks whose name or chain id contains the query; those that begin with it come first. */
export function findNetworks(networks: readonly Network[], search: string): readonly Network[] {
  const wanted = search.trim().toLowerCase().slice(0, 128)
  if (wanted === '') return networks
  const hits = networks.filter(
    network => network.name.toLowerCase().includes(wanted) || String(network.id) === wanted,
  )
  const begins = (network: Network) => network.name.toLowerCase().startsWith(wanted)
  return [...hits.filter(begins), ...hits.filter(network => !begins(network))]
}
