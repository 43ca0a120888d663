import { useSyncExternalStore } from 'react'
import type { Network } from '../../contract/network.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** The result of `useNetwork`. */
export interface NetworkAccess {
  /** The active network; named 'unsupported' while the wallet is on a network that the host does not list. */
  readonly network: Network
  readonly networks: readonly Network[]
  readonly switchNetwork: Latchkey['switchNetwork']
}

/** Returns the active network, the host's networks, and a function that switches. */
export function useNetwork(options?: HookOptions): NetworkAccess {
  const latchkey = useLatchkey(options)
  const network = useLatchkeyState(state => state.network, options)
  const { getNetworks, subscribeWallets } = latchkey
  // Notifies of every change, of the list of networks too; the list keeps its identity until an entry changes.
  const networks = useSyncExternalStore(subscribeWallets, getNetworks, getNetworks)
  return { network, networks, switchNetwork: latchkey.switchNetwork }
}
