import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletId, WalletListing } from '../../../contract/wallet.ts'
import { walletIdOf } from './walletIdOf.ts'

/** One wallet while its sources are being brought together. */
export interface WalletEntry {
  id: WalletId
  name: string
  icon?: string | undefined
  discovered: DiscoveredWallet[]
  listing?: WalletListing
  rank: number
  ambiguous: boolean
  custom?: boolean
  featured?: boolean
  recent?: boolean
}

/**
 * One entry a wallet found in the page: the same rdns in several namespaces is one wallet, twice in one namespace is a
 * quarrel in which all who claim it stand alone (T21). Without an rdns only the very same object is the same wallet,
 * never the same name.
 */
export function groupDiscovered(
  discovered: readonly DiscoveredWallet[],
  namespaces: readonly ChainNamespace[],
  lastRank: number,
): WalletEntry[] {
  const claims = new Map<unknown, Map<string, DiscoveredWallet>>()
  for (const wallet of discovered) {
    if (namespaces.length > 0 && !namespaces.includes(wallet.namespace)) continue
    const identity = wallet.info.rdns ? walletIdOf(wallet) : (wallet.provider ?? wallet.key)
    const claim = claims.get(identity) ?? new Map()
    claims.set(identity, claim)
    if (!claim.has(wallet.key)) claim.set(wallet.key, wallet)
  }
  const groups = [...claims.values()].flatMap(claim => {
    const wallets = [...claim.values()]
    const isOne = new Set(wallets.map(wallet => wallet.namespace)).size === wallets.length
    return isOne ? [wallets] : wallets.map(wallet => [wallet])
  })
  const entries = groups.flatMap(([first, ...rest]): WalletEntry[] =>
    first
      ? [
          {
            id: walletIdOf(first),
            ...first.info,
            discovered: [first, ...rest],
            rank: lastRank,
            ambiguous: false,
          },
        ]
      : [],
  )
  const count = new Map<string, number>()
  for (const { id } of entries) count.set(id, (count.get(id) ?? 0) + 1)
  for (const entry of entries) entry.ambiguous = (count.get(entry.id) ?? 0) > 1
  return entries
}
