import type { CaipNetworkId } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import type { Sponsor } from 'latchkey/services'
import type { ProviderDeps } from '../provider/deps.ts'
import { type NetworkFacts, networkFacts } from '../provider/networkFacts.ts'
import { type Delegation, readDelegation } from './readDelegation.ts'

/** What the plain account is delegated to on one network. */
export interface ListedDelegation {
  readonly chainId: CaipNetworkId
  readonly network: NetworkFacts
  readonly delegation: Delegation
  /** Whether the services say that the network carries our contract. */
  readonly isCarried: boolean
  readonly sponsor?: Sponsor
}

const mostNetworks = 30

/**
 * The page's networks on which the account can be delegated, or is; what the services do not carry any more can still be undone.
 * Networks whose nodes do not say are left out.
 */
export async function listDelegations(
  deps: Pick<ProviderDeps, 'nodes' | 'smartNetworks' | 'networks' | 'described'>,
  account: Hex,
  signal: AbortSignal,
): Promise<readonly ListedDelegation[]> {
  const all = (deps.networks() ?? []).filter(each => each.startsWith('eip155:')).slice(0, mostNetworks)
  const carrying = (await deps.smartNetworks?.()) ?? []
  const read = all.map(async (chainId): Promise<readonly ListedDelegation[]> => {
    const carried = carrying.find(each => each.chainId === chainId && each.delegation)
    const delegation = await readDelegation(deps.nodes(chainId), account, signal).catch(() => undefined)
    if (!delegation || (!carried && delegation.at === 'none')) return []
    const { sponsor } = carried ?? {}
    const network = networkFacts(chainId, deps.described)
    return [{ chainId, network, delegation, isCarried: carried !== undefined, ...(sponsor && { sponsor }) }]
  })
  return (await Promise.all(read)).flat()
}
