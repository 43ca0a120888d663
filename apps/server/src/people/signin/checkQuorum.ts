import type { CaipNetworkId } from 'latchkey/contract'
import { servicesOf } from '../../data/namespaces/namespaces.ts'

/** One line for each chain that has fewer nodes than have to agree on what a contract account says. */
export function checkQuorum(
  quorum: number,
  upstreams: ReadonlyMap<CaipNetworkId, readonly string[]>,
): readonly string[] {
  return [...upstreams].flatMap(([id, urls]) =>
    servicesOf(id)?.hasContractAccounts && new Set(urls).size < quorum
      ? `SIGNIN_QUORUM must be at most the number of nodes that RPC_UPSTREAMS has for ${id}`
      : [],
  )
}
