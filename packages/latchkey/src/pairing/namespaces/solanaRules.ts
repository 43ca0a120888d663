import { caipRules } from './caipRules.ts'
import type { PairedRules } from './pairedRules.ts'

const common = caipRules('solana', { sharesAddresses: true })

/**
 * One key on every cluster, and CAIP-2 ids as they are. Which accounts there are is known from the session, so that a phone
 * is not woken up for it; everything else is the wallet's.
 */
export const solanaRules: PairedRules = {
  ...common,
  async request(world, method, params, chain) {
    if (method === 'solana_getAccounts' || method === 'solana_requestAccounts')
      return world.addresses(chain ?? world.chain).map(pubkey => ({ pubkey }))
    return common.request(world, method, params, chain)
  },
}
