/** The wallets that come with this library, for when no directory can be had: they have no expiry (F24). */
import { isOfferedOn } from '../../../contract/isOfferedOn.ts'
import { rankWallets, wordsOf } from '../../../contract/rankWallet.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import first from '../wallets/catalogue.json' with { type: 'json' }
import links from '../wallets/catalogueLinks.json' with { type: 'json' }
import rest from '../wallets/catalogueRest.json' with { type: 'json' }
import type { DirectoryPage, DirectoryQuery } from './directory.ts'

/** The bundled wallets in their rank, each as it was verified last where it was; others that were verified follow. */
export function knownWallets(verified: readonly WalletListing[]): readonly WalletListing[] {
  const found = new Map(verified.map(listing => [listing.id, listing]))
  const linksOf: Readonly<Record<string, Partial<WalletListing>>> = links
  const bundled = [...(first as readonly WalletListing[]), ...(rest as readonly WalletListing[])].map(
    wallet => found.get(wallet.id) ?? { ...wallet, ...linksOf[wallet.id] },
  )
  const ids = new Set(bundled.map(wallet => wallet.id))
  return [...bundled, ...verified.filter(listing => !ids.has(listing.id))]
}

/** What the directory would answer, from a list; chains count by their namespace, since the list names only main ones. */
export function findWallets(
  wallets: readonly WalletListing[],
  query: DirectoryQuery,
): Pick<DirectoryPage, 'data' | 'count'> {
  const { page = 1, entries = 40, chains } = query
  const [include, exclude, rdns, names] = [query.include, query.exclude, query.rdns, query.names].map(toSet)
  const namespaces = chains && new Set(chains.map(namespaceOf))
  const device = { phone: query.device === 'phone', relay: query.relay, chains }
  const listed = wallets.filter(
    wallet =>
      isOfferedOn(wallet, device) &&
      (!include || idsOf(wallet).some(id => include.has(id))) &&
      !(exclude && idsOf(wallet).some(id => exclude.has(id))) &&
      (!namespaces?.size || wallet.chains?.some(chain => namespaces.has(namespaceOf(chain)))) &&
      ((!rdns && !names) ||
        rdns?.has(wallet.rdns?.toLowerCase() ?? '') ||
        namesOf(wallet).some(name => names?.has(name))),
  )
  const found = rankWallets(query.search ?? '', listed, wordsOf)
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}

function toSet(words: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return words?.length ? new Set(words.map(word => word.toLowerCase())) : undefined
}

function namespaceOf(chain: string): string {
  return chain.slice(0, chain.indexOf(':'))
}

function idsOf({ id, rdns }: WalletListing): readonly string[] {
  const own = id.toLowerCase()
  return [own, `dir:${own}`, ...(rdns ? [rdns.toLowerCase(), `rdns:${rdns.toLowerCase()}`] : [])]
}

function namesOf({ name, injected = [] }: WalletListing): readonly string[] {
  return [name, ...injected.map(each => each.injected_id)].map(each => each.toLowerCase())
}
