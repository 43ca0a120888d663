import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletId, WalletListing } from '../../../contract/wallet.ts'
import { linkedWallets, type WalletLinks } from './linkedWallets.ts'
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
  rank: number
  ambiguous: boolean
  custom?: boolean
  featured?: boolean
  recent?: boolean
  /** The namespace it was used in last. */
  used?: ChainNamespace | undefined
}

/**
 * One entry a wallet found in the page (decision 074). One identity in several namespaces is one wallet, with one provider
 * in each; twice in one namespace it is a quarrel, in which all who claim it stand alone (T21). The identity is the rdns
 * that the wallet says, the one that the catalogue links with its name in that namespace, or else its name and picture
 * together: never the name alone.
 */
export function groupDiscovered(
  discovered: readonly DiscoveredWallet[],
  namespaces: readonly ChainNamespace[],
  { catalogue, rank }: { readonly catalogue: readonly WalletListing[]; readonly rank: number },
): WalletEntry[] {
  const wallets = discovered.filter(
    ({ namespace }) => namespaces.length === 0 || namespaces.includes(namespace),
  )
  const links = linkedWallets(wallets, catalogue)
  const claims = new Map<unknown, Map<string, DiscoveredWallet>>()
  for (const wallet of wallets) {
    const identity = claimedId(wallet, links) ?? lookOf(wallet) ?? wallet.provider ?? wallet.key
    const claim = claims.get(identity) ?? new Map()
    claims.set(identity, claim)
    const isKnown = [...claim.values()].some(
      other => other.namespace === wallet.namespace && isSameObject(other, wallet),
    )
    if (!claim.has(wallet.key) && !isKnown) claim.set(wallet.key, wallet)
  }
  joinLooks(claims, links)

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

/** The rdns that the wallet says, or that the catalogue knows its name by. */
function claimedId(wallet: DiscoveredWallet, links: WalletLinks): WalletId | undefined {
  if (wallet.info.rdns) return walletIdOf(wallet)
  const rdns = links.rdnsOf(wallet)
  return rdns === undefined ? undefined : `rdns:${rdns}`
}

/** Name and picture, letter for letter. Without a picture there is only a name, which is no identity. */
function lookOf({ source, info }: DiscoveredWallet): string | undefined {
  return source === 'announced' && info.icon ? `look:${info.name}\n${info.icon}` : undefined
}

function isSameObject(one: DiscoveredWallet, other: DiscoveredWallet): boolean {
  return typeof one.provider === 'object' && one.provider !== null && one.provider === other.provider
}

/** Whether each namespace is there once; else the wallets quarrel. */
function isOneEach(wallets: readonly DiscoveredWallet[]): boolean {
  return new Set(wallets.map(wallet => wallet.namespace)).size === wallets.length
}

/**
 * Takes a wallet without an rdns into the row of the one wallet that has its name and picture in another namespace. What
 * the catalogue says of that wallet comes first: nothing joins a listed wallet where it is listed under another name, or
 * not at all.
 */
function joinLooks(claims: Map<unknown, Map<string, DiscoveredWallet>>, links: WalletLinks): void {
  for (const [identity, claim] of claims) {
    const all = [...claim.values()]
    if (all.some(({ info }) => info.rdns) || typeof identity !== 'string' || !identity.startsWith('look:'))
      continue
    const owners = [...claims.values()].filter(
      other => other !== claim && [...other.values()].some(wallet => lookOf(wallet) === identity),
    )
    const [owner, ...others] = owners
    if (!owner || others.length > 0 || !isOneEach(all) || !isOneEach([...owner.values()])) continue
    const taken = new Set([...owner.values()].map(wallet => wallet.namespace))
    const rdns = [...owner.values()].find(({ info }) => info.rdns)?.info.rdns?.toLowerCase()
    const fits = ({ namespace }: DiscoveredWallet) =>
      !taken.has(namespace) && (rdns === undefined || links.allows(rdns, namespace))
    if (!all.every(fits)) continue
    // The one that came first stays where it is.
    const order = [...claims.keys()]
    const ownerAt = order.findIndex(key => claims.get(key) === owner)
    const first = order.indexOf(identity) < ownerAt ? claim : owner
    const both = first === claim ? [...claim, ...owner] : [...owner, ...claim]
    claims.delete(first === claim ? order[ownerAt] : identity)
    first.clear()
    for (const [key, wallet] of both) first.set(key, wallet)
  }
}

function toEntry(
  wallets: readonly DiscoveredWallet[],
  namespaces: readonly ChainNamespace[],
  links: WalletLinks,
  rank: number,
): WalletEntry {
  const [first] = wallets as [DiscoveredWallet]
  const own = wallets.find(({ info }) => info.rdns) ?? first
  const at = ({ namespace }: DiscoveredWallet) => namespaces.indexOf(namespace)
  return {
    id: claimedId(own, links) ?? walletIdOf(own),
    key: claimedId(first, links) ?? walletIdOf(first),
    name: first.info.name,
    icon: first.info.icon,
    // In the order of the host's adapters: the same choice on every visit, in any order of announcements.
    discovered: [...wallets].sort((one, other) => at(one) - at(other)),
    rank,
    ambiguous: false,
  }
}
