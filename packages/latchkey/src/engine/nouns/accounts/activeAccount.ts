import { addressOf, type CaipAddress, type ChainNamespace, toCaipAddress } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from './projectState.ts'

/** The account that a namespace acts with, on the network it is on. */
export interface ActiveAccount {
  /** Its CAIP-10 address: what a resource knows of it is known under that. */
  readonly key: CaipAddress
  readonly namespace: ChainNamespace
  readonly caip10: CaipAddress
  readonly address: string
  /** Its CAIP-10 address under the id that the host gives the network: whom a transfer is from. */
  readonly owner: CaipAddress
  readonly connectionId: string
  /** The placeholder where the host does not list it. */
  readonly network: Network
}

/** The sources that say which account is active, and where. */
export interface ActiveContext extends Pick<EngineContext, 'connections'> {
  readonly config: Pick<EngineContext['config'], 'networks'>
}

/** Who is active in a namespace, the active one by default; undefined while nothing is connected there. */
export function activeAccount(
  { connections, config }: ActiveContext,
  namespace: ChainNamespace = connections.getState().activeNamespace,
): ActiveAccount | undefined {
  const state = connections.getState()
  const active = state.active[namespace]
  if (!active) return undefined
  const { caip10, connectionId } = active
  const network = networkOf(state, config.networks, namespace)
  const address = addressOf(caip10)
  const owner = toCaipAddress(network.caipNetworkId, address)
  return { key: caip10, namespace, caip10, address, owner, connectionId, network }
}
