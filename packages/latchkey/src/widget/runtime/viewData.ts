/** The data each view takes with it, by name; a view that is not here takes none (DECISIONS C12). */
import type { CaipNetworkId, ChainNamespace } from '../../contract/caip.ts'

export interface ViewData {
  /** `add`: opened by "add wallet" although something is connected. */
  Connect: { readonly add?: boolean }
  ConnectingExternal: { readonly rowKey: string; readonly namespace?: ChainNamespace }
  SwitchNetwork: { readonly caipNetworkId: CaipNetworkId }
  SwitchActiveChain: { readonly caipNetworkId: CaipNetworkId }
}
