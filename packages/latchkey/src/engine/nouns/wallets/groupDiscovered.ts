import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletId, WalletListing } from '../../../contract/wallet.ts'
import type { LinkWallets, WalletClaim, WalletLinks } from './linkedWallets.ts'
import { walletIdOf } from './walletIdOf.ts'

/** One wallet while its sources are being brought together. */
export interface WalletEntry {
  id: WalletId
  /** Unlike the id it stays when a second namespace brings an rdns, so that the row keeps its place and the focus. */
  key?: string
  name: string
  icon?: string | undefined
  discovered: DiscoveredWallet[]
  listing?: WalletListing
  /** The listing that names it where the page's catalogue has none. */
  linked?: WalletListing
  rank: number
  ambiguous: boolean
  /** It is in the page, and in none of the namespaces that the list is for. */
  elsewhere?: boolean
  custom?: boolean
  featured?: boolean
  recent?: boolean
  /** The namespace it was used in last. */
  used?: ChainNamespace | undefined
}

/**
 * One entry a wallet found in the page (decision 074). One identity in several namespaces is one wallet, with one provider
 * in each; twice in one namespace it is a quarrel, in which all who claim it stand alone (T21). The identity is the rdns
 * that the wallet says, the listing that has its name or global in that namespace, the one of the same object in another
 * namespace, or else its name and picture together: never the name alone. Without `link` the rdns that wallets say is all
 * that there is to go by.
 */
export function groupDiscovered(
  discovered: readonly DiscoveredWallet[],
  namespaces: readonly ChainNamespace[],
  {
    catalogue,
    rank,
    link,
  }: {
    readonly catalogue: readonly WalletListing[]
    readonly rank: number
    readonly link: LinkWallets | undefined
  },
): WalletEntry[] {
  const links = link?.(discovered, catalogue)
  const claims = new Map<unknown, WalletClaim>()
  const ids = new Map<unknown, WalletId>()
  for (const wallet of discovered) {
    const id = claimedId(wallet, links)
    if (id !== undefined && isObject(wallet.provider)) ids.set(wallet.provider, id)
  }
  for (const wallet of discovered) {
    const { provider, key } = wallet
    const identity = claimedId(wallet, links) ?? ids.get(provider) ?? links?.lookOf(wallet) ?? provider ?? key
    const claim = claims.get(identity) ?? new Map()
    claims.set(identity, claim)
    const isKnown = [...claim.values()].some(
      other => other.namespace === wallet.namespace && isSameObject(other, wallet),
    )
    if (!claim.has(key) && !isKnown) claim.set(key, wallet)
  }
  links?.join(claims)

  const entries = [...claims.values()].flatMap(claim => {
    const all = [...claim.values()]
    return isOneEach(all)
      ? [toEntry(all, namespaces, links, rank)]
      : all.map(wallet => ({ ...toEntry([wallet], namespaces, links, rank), ambiguous: true }))
  })
  const count = new Map<string, number>()
  for (const { id } of entries) count.set(id, (count.get(id) ?? 0) + 1)
  for (const entry of entries) entry.ambiguous ||= (count.get(entry.id) ?? 0) > 1
  return entries
}

/** The rdns that the wallet says, or the listing that the catalogue has for it. */
function claimedId(wallet: DiscoveredWallet, links: WalletLinks | undefined): WalletId | undefined {
  if (wallet.info.rdns) return walletIdOf(wallet)
  const listing = links?.listingOf(wallet)
  if (!listing) return undefined
  return listing.rdns === undefined ? `dir:${listing.id}` : `rdns:${listing.rdns.toLowerCase()}`
}

function isSameObject(one: DiscoveredWallet, other: DiscoveredWallet): boolean {
  return isObject(one.provider) && one.provider === other.provider
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Whether each namespace is there once; else the wallets quarrel. */
function isOneEach(wallets: readonly DiscoveredWallet[]): boolean {
  return new Set(wallets.map(wallet => wallet.namespace)).size === wallets.length
}

function toEntry(
  wallets: readonly DiscoveredWallet[],
  namespaces: readonly ChainNamespace[],
  links: WalletLinks | undefined,
  rank: number,
): WalletEntry {
  const [first] = wallets as [DiscoveredWallet]
  const own =
    wallets.find(({ info }) => info.rdns) ?? wallets.find(wallet => claimedId(wallet, links)) ?? first
  const at = ({ namespace }: DiscoveredWallet) => namespaces.indexOf(namespace)
  const here = wallets.filter(wallet => namespaces.length === 0 || at(wallet) >= 0)
  const [linked] = wallets.flatMap(wallet => links?.listingOf(wallet) ?? [])
  return {
    id: claimedId(own, links) ?? walletIdOf(own),
    key: claimedId(first, links) ?? walletIdOf(first),
    name: first.info.name,
    icon: wallets.find(({ info }) => info.icon)?.info.icon,
    ...(linked && { linked }),
    // In the order of the host's adapters: the same choice on every visit, in any order of announcements.
    discovered: here.sort((one, other) => at(one) - at(other)),
    ...(here.length === 0 && { elsewhere: true }),
    rank,
    ambiguous: false,
  }
}
