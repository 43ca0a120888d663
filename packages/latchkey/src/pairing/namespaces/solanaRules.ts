import { isCaipNetworkId } from '../../contract/caip.ts'
import type { PairedRules } from './pairedRules.ts'

/**
 * One key on every cluster, and CAIP-2 ids as they are. Which accounts there are is known from the session, so that a phone
 * is not woken up for it; everything else is the wallet's.
 */
export const solanaRules: PairedRules = {
  sharesAddresses: true,
  chainName: chain => chain,
  readChain: (data, chain) => (isCaipNetworkId(data, 'solana') ? data : chain),
  async request(world, method, params, chain) {
    if (method === 'solana_getAccounts' || method === 'solana_requestAccounts')
      return world.addresses(chain ?? world.chain).map(pubkey => ({ pubkey }))
    return world.toWallet(method, params, chain)
  },
}
