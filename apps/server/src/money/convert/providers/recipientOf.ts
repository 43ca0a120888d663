import type { CaipNetworkId } from 'latchkey/contract'
import { isChainAddress } from '../../../data/namespaces/namespaces.ts'

/** Who gets the host's fee on a network: the first recipient whose address is one there; undefined where none is. */
export function recipientOf(network: CaipNetworkId, recipients: readonly string[]): string | undefined {
  return recipients.find(recipient => isChainAddress(network, recipient))
}
