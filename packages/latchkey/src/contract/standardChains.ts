/** Solana's networks by the words that Wallet Standard and sign-in texts have for them; the chains themselves go by CAIP-2. */
import { type CaipNetworkId, namespaceOf } from './caip.ts'
import { privateSolanaCluster, solanaClusters } from './solanaClusters.ts'

/** A network's name in Wallet Standard, such as `solana:mainnet`. */
export type StandardChain = `${string}:${string}`

/** The word for a network of Solana: every network but the three public ones is a `localnet`. */
export function clusterOf(network: CaipNetworkId): string {
  const reference = network.slice(network.indexOf(':') + 1)
  return (Object.hasOwn(solanaClusters, reference) && solanaClusters[reference]) || privateSolanaCluster
}

/** A network's name in Wallet Standard. Other ecosystems than Solana have the CAIP-2 id itself. */
export function standardChainOf(network: CaipNetworkId): StandardChain {
  return namespaceOf(network) === 'solana' ? `solana:${clusterOf(network)}` : network
}

/**
 * The network of a name, among those of a list; a public network that is not listed has its own id. Undefined for every
 * other name, and for a `localnet` where none is listed.
 */
export function networkOfStandardChain(
  chain: string,
  listed: readonly CaipNetworkId[],
): CaipNetworkId | undefined {
  const known = listed.find(network => standardChainOf(network) === chain)
  if (known) return known
  const reference = Object.keys(solanaClusters).find(each => `solana:${solanaClusters[each]}` === chain)
  return reference === undefined ? undefined : `solana:${reference}`
}
