import type { PayWay } from '../../engine/flows/pay/payFlow.ts'
import { acceptedNetwork, acceptedSymbol } from './acceptedWords.ts'

/** Symbol of what leaves the visitor's account. */
export function leavingSymbol(way: PayWay): string {
  return acceptedSymbol(way.kind === 'token' || way.kind === 'swap' ? way.asset : way.accepted)
}

/** The network that a way is paid on. */
export function payingNetwork(way: PayWay) {
  return way.kind === 'network' ? way.caipNetworkId : acceptedNetwork(way.accepted)
}
