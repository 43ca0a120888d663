import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { discoverRegistries } from '../registries/discoverRegistries.ts'
import { ownGlobals } from '../registries/ownGlobals.ts'

/** Finds the wallets of Stacks in a page: what is in the registries and names a method of SIP-030, and what has a place of its own. */
export function discoverStacks(
  target: Window,
  options: DiscoverOptions,
  found: (wallet: DiscoveredWallet) => void,
): () => void {
  return discoverRegistries(
    target,
    options,
    {
      namespace: 'stacks',
      // `webbtc_stx_providers` is for wallets of both; in the others a wallet is one of bitcoin unless it says more.
      serves: ({ registries, methods, path }) =>
        registries.includes('webbtc_stx_providers') ||
        methods?.some(method => method.startsWith('stx_')) === true ||
        ownGlobals.some(own => own.path === path && own.namespaces.includes('stacks')),
      isWallet: provider => typeof fieldOf(provider, 'request') === 'function',
    },
    found,
  )
}
