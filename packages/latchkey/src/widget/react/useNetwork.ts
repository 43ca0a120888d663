import { useSyncExternalStore } from 'react'
import type { Network } from '../../contract/network.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

export interface NetworkAccess {
  /** The active network; named 'unsupported' when the wallet is on one the host does not list. */
  readonly network: Network
  readonly networks: readonly Network[]
  readonly switchNetwork: Latchkey['switchNetwork']
}

/** The active network, the host's list, and the way to move. */
export function useNetwork(options?: HookOptions): NetworkAccess {
  const latchkey = useLatchkey(options)
  const network = useLatchkeyState(state => state.network, options)
  const { getNetworks, subscribeWallets } = latchkey
  // Tells of every change, the list of networks included; the list keeps its identity while nothing in it changed.
  const networks = useSyncExternalStore(subscribeWallets, getNetworks, getNetworks)
  return { network, networks, switchNetwork: latchkey.switchNetwork }
}
