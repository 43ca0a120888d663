import type { ChainNamespace } from '../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Network } from '../../contract/network.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'

type Rules = Pick<ResolvedConfig, 'enableNetworkSwitch' | 'allowUnsupportedChain' | 'networks'>

/** Whether the visitor has to change the network before going on (SPEC §4 "Network change"). */
export function isStranded(
  config: Rules,
  state: Pick<LatchkeyState, 'accounts' | 'activeNamespace' | 'network'>,
): boolean {
  return (
    !isTolerated(config) &&
    state.accounts[state.activeNamespace]?.address !== undefined &&
    isUnsupportedNetwork(state.network)
  )
}

/** The same for a namespace that need not be the active one. */
export function isStrandedOn(
  config: Rules,
  state: Pick<LatchkeyState, 'accounts'>,
  namespace: ChainNamespace,
  network: Network,
): boolean {
  return isStranded(config, { accounts: state.accounts, activeNamespace: namespace, network })
}

/** Where a host lists no network there is none to go to. */
function isTolerated({ enableNetworkSwitch, allowUnsupportedChain, networks }: Rules): unknown {
  return enableNetworkSwitch === false || allowUnsupportedChain || !networks[0]
}
