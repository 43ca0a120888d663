import type { ChainNamespace } from '../../../contract/caip.ts'
import type { DiscoveredWallet, WalletListing } from '../../../contract/wallet.ts'
import bundled from './catalogueInjected.json' with { type: 'json' }

/** The wallets that claim one identity, by their keys. */
export type WalletClaim = Map<string, DiscoveredWallet>

/** What tells wallets of a page apart that say no rdns. */
export interface WalletLinks {
  /** The listing that names this wallet in its namespace. */
  listingOf(wallet: DiscoveredWallet): WalletListing | undefined
  /** Name and picture, letter for letter. Without a picture there is only a name, which is no identity. */
  lookOf(wallet: DiscoveredWallet): string | undefined
  /** Takes wallets into the claim that has their look in another namespace; claims by look begin with `look:`. */
  join(claims: Map<unknown, WalletClaim>): void
}

/** Reads a catalogue for the wallets of a page. Only pages with a wallet that says no rdns load it. */
export type LinkWallets = (
  wallets: readonly DiscoveredWallet[],
  catalogue: readonly WalletListing[],
) => WalletLinks

/** Reads a catalogue, and what comes along of the listings beyond it, for the wallets of the page alone: it may be long. */
export const linkedWallets: LinkWallets = (wallets, catalogue) => {
  const linked = new Map<string, WalletListing>()
  const listed = new Map<string, WalletListing>()
  // Without a wallet that says no rdns there is nothing to link.
  if (wallets.some(isNamed)) {
    const wanted = new Set(wallets.filter(isNamed).map(nameKey))
    const claimed = new Set(wallets.map(({ info }) => info.rdns?.toLowerCase()))
    for (const listing of [...catalogue, ...(bundled as readonly WalletListing[])]) {
      const rdns = listing.rdns?.toLowerCase()
      if (rdns !== undefined && claimed.has(rdns) && !listed.has(rdns)) listed.set(rdns, listing)
      for (const { namespace, injected_id } of listing.injected ?? []) {
        const key = `${namespace} ${injected_id}`
        // The higher rank has it.
        if (wanted.has(key) && !linked.has(key)) linked.set(key, listing)
      }
    }
  }
  /** Whether a wallet with this rdns may have a provider in the namespace that the catalogue does not name. */
  const allows = (rdns: string, namespace: ChainNamespace): boolean => {
    const listing = listed.get(rdns)
    if (!listing) return true
    const speaks = listing.chains?.some(chain => chain.startsWith(`${namespace}:`)) !== false
    return speaks && !listing.injected?.some(each => each.namespace === namespace)
  }
  // Pictures may be long, and each wallet is compared with all others: a look is one string, made once.
  const looks = new Map(wallets.map(wallet => [wallet, toLook(wallet)]))
  const lookOf = (wallet: DiscoveredWallet) => looks.get(wallet)
  return {
    listingOf: wallet => (isNamed(wallet) ? linked.get(nameKey(wallet)) : undefined),
    lookOf,
    join: claims => joinLooks(claims, lookOf, allows),
  }
}

/**
 * Takes a wallet without an rdns into the row of the one wallet that has its name and picture in another namespace. What
 * the catalogue says of that wallet comes first: nothing joins a listed wallet where it is listed under another name, or
 * not at all.
 */
function joinLooks(
  claims: Map<unknown, WalletClaim>,
  lookOf: WalletLinks['lookOf'],
  allows: (rdns: string, namespace: ChainNamespace) => boolean,
): void {
  for (const [identity, claim] of claims) {
    const all = [...claim.values()]
    if (all.some(({ info }) => info.rdns) || typeof identity !== 'string' || !identity.startsWith('look:'))
      continue
    const owners = [...claims.values()].filter(
      other => other !== claim && [...other.values()].some(wallet => lookOf(wallet) === identity),
    )
    const [owner, ...others] = owners
    if (!owner || others.length > 0) continue
    const own = [...owner.values()]
    // Each namespace is there once, or it would be a quarrel.
    const namespaces = [...own, ...all].map(wallet => wallet.namespace)
    if (new Set(namespaces).size < namespaces.length) continue
    const rdns = own.find(({ info }) => info.rdns)?.info.rdns?.toLowerCase()
    if (rdns !== undefined && !all.every(({ namespace }) => allows(rdns, namespace))) continue
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

function toLook({ source, info }: DiscoveredWallet): string | undefined {
  return source === 'announced' && info.icon ? `look:${info.name}\n${info.icon}` : undefined
}

function isNamed({ source, info, injectedId }: DiscoveredWallet): boolean {
  return !info.rdns && (source === 'announced' || injectedId !== undefined)
}

/** The path of a global, or a Wallet Standard name, as listings have them in `injected`. */
function nameKey({ namespace, info, injectedId = info.name }: DiscoveredWallet): string {
  return `${namespace} ${injectedId}`
}
