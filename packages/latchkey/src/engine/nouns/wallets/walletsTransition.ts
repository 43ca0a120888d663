/** The known wallets: discovered in the page, listed in the catalogue, used recently (SPEC §3). */
import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletListing } from '../../../contract/wallet.ts'
import type { LinkWallets } from './linkedWallets.ts'

/** A wallet used before (SPEC §9: at most two are kept). */
export interface RecentWallet {
  readonly walletId: string
  readonly name: string
  readonly icon?: string
  /** Where it was used: the chooser of a wallet of several namespaces offers that one first. */
  readonly namespace?: ChainNamespace
}

export interface WalletsState {
  readonly discovered: readonly DiscoveredWallet[]
  readonly catalogue: readonly WalletListing[]
  readonly recents: readonly RecentWallet[]
  /** Tells wallets apart that say no rdns; it comes with the first of them. */
  readonly link?: LinkWallets
  /** The wallets of the directory; absent while unknown. */
  readonly count?: number
}

export type WalletsEvent =
  | { readonly type: 'counted'; readonly count: number }
  | {
      readonly type: 'discovered'
      readonly wallet: DiscoveredWallet
      readonly link?: LinkWallets | undefined
    }
  | { readonly type: 'catalogueLoaded'; readonly catalogue: readonly WalletListing[] }
  | { readonly type: 'recentsLoaded'; readonly recents: readonly RecentWallet[] }
  | { readonly type: 'used'; readonly wallet: RecentWallet; readonly limit: number }

export const emptyWallets: WalletsState = { discovered: [], catalogue: [], recents: [] }

export function walletsTransition(state: WalletsState, event: WalletsEvent): WalletsState {
  switch (event.type) {
    case 'discovered':
      return addDiscovered(event.link ? { ...state, link: event.link } : state, event.wallet)
    case 'counted':
      return { ...state, count: event.count }
    case 'catalogueLoaded':
      return { ...state, catalogue: event.catalogue }
    case 'recentsLoaded':
      return { ...state, recents: event.recents }
    case 'used': {
      const others = state.recents.filter(recent => recent.walletId !== event.wallet.walletId)
      return { ...state, recents: [event.wallet, ...others].slice(0, event.limit) }
    }
  }
}

// Once a wallet of the namespace announced itself, a guessed global is the same wallet seen twice. A wallet's own global is not.
function addDiscovered(state: WalletsState, wallet: DiscoveredWallet): WalletsState {
  const { discovered } = state
  if (discovered.some(other => other.key === wallet.key)) return state
  const announced = discovered.some(o => o.namespace === wallet.namespace && o.source === 'announced')
  const isGuess = ({ source, injectedId }: DiscoveredWallet) =>
    source === 'injected' && injectedId === undefined
  if (isGuess(wallet) && announced) return state
  const kept =
    wallet.source === 'announced'
      ? discovered.filter(o => !isGuess(o) || o.namespace !== wallet.namespace)
      : discovered
  return { ...state, discovered: [...kept, wallet] }
}
