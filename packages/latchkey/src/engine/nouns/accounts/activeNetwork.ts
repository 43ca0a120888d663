import type { Network } from '../../../contract/network.ts'
import type { ActiveContext } from './activeAccount.ts'
import { networkOf } from './projectState.ts'

/** The network of the active namespace, whether an account is connected there or not. */
export function activeNetwork({ connections, config }: ActiveContext): Network {
  const state = connections.getState()
  return networkOf(state, config.networks, state.activeNamespace)
}
