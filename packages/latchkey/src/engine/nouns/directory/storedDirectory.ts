/** What a directory leaves behind in the page's store: versions against rollback, and the last good list (F24, T98). */
import {
  array,
  maxEntries,
  maxLength,
  minValue,
  number,
  object,
  parse,
  pipe,
  record,
  safeInteger,
  string,
} from 'valibot'
import { walletListingSchema } from '../../../contract/directory.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import type { StoredKey } from '../../base/stored.ts'
import { plainListing } from './plainListing.ts'

/** The highest version seen of each key; for good, or a rollback would only have to wait. */
export const seenVersions: StoredKey<Readonly<Record<string, number>>> = {
  name: 'directoryVersions',
  version: 1,
  parse: data => parse(versionsSchema(), data),
}

export interface LastGoodList {
  /** The directory's address; another one's list says nothing. */
  readonly source: string
  readonly wallets: readonly WalletListing[]
}

const month = 30 * 86_400_000

/** The wallets that were verified last; more than a head's life, since an old list is better than none. */
export const lastGoodList: StoredKey<LastGoodList> = {
  name: 'directoryList',
  version: 1,
  lifetime: month,
  parse(data) {
    const { source, wallets } = parse(listSchema(), data)
    return { source, wallets: wallets.flatMap(wallet => plainListing(wallet) ?? []) }
  },
}

/** Keys are few; wallets are those that the visitor looked at. */
const mostKeys = 16
const mostWallets = 200

/** The list with what was verified now, the latest kept; chains as their namespaces' first, to be short. */
export function addVerified(
  list: readonly WalletListing[],
  verified: readonly WalletListing[],
): readonly WalletListing[] {
  const all = new Map(list.map(wallet => [wallet.id, wallet]))
  for (const wallet of verified) all.set(wallet.id, { ...wallet, ...shortChains(wallet) })
  return [...all.values()].slice(-mostWallets)
}

function shortChains({ chains }: WalletListing): Pick<WalletListing, 'chains'> {
  if (!chains) return {}
  const namespaces = new Map(chains.map(id => [id.slice(0, id.indexOf(':')), id] as const).reverse())
  return { chains: [...namespaces.values()].reverse() }
}

/** The versions with this one, of the keys used last. */
export function addVersion(
  seen: Readonly<Record<string, number>>,
  key: string,
  version: number,
): Readonly<Record<string, number>> {
  const others = Object.entries(seen).filter(([other]) => other !== key)
  return Object.fromEntries([...others, [key, version]].slice(-mostKeys))
}

// Made when they are used: a schema at module level would be work for every page that loads the chunk.
function versionsSchema() {
  return pipe(
    record(pipe(string(), maxLength(64)), pipe(number(), safeInteger(), minValue(0))),
    maxEntries(mostKeys),
  )
}

function listSchema() {
  return object({
    source: pipe(string(), maxLength(2_048)),
    wallets: pipe(array(walletListingSchema), maxLength(mostWallets)),
  })
}
