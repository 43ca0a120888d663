import type { Network } from '../../contract/network.ts'
import type { Widget } from '../shell/widget.ts'
import { chooseNetwork } from './chooseNetwork.ts'

/**
 * What a press on a network leads to: back when it is the current one, a question to the wallet, the confirmation of a
 * namespace that is not connected (SPEC-NOTES §2 "SwitchActiveChain"), or just a choice while nothing is connected.
 */
export function goToNetwork(widget: Widget, network: Network): void {
  const { state } = widget.snapshot()
  const { caipNetworkId, chainNamespace } = network
  const connected = Object.values(state.accounts).some(account => account.address !== undefined)
  if (state.network.caipNetworkId === caipNetworkId) {
    widget.back()
  } else if (state.accounts[chainNamespace]?.address !== undefined) {
    widget.push('SwitchNetwork', { caipNetworkId })
  } else if (connected && chainNamespace !== state.activeNamespace) {
    widget.push('SwitchActiveChain', { caipNetworkId })
  } else {
    chooseNetwork(widget, network, widget.back)
  }
}
