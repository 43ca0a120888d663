import { createHash } from 'node:crypto'
import type { WalletListing } from 'latchkey/contract'
import {
  canonicalJson,
  type getWallets,
  isOfferedOn,
  type RouteRequest,
  rankWallets,
  type WalletWords,
  wordsOf,
} from 'latchkey/services'
import { type Kept, keep } from '../../core/http/sendKept.ts'
import type { Images } from '../assets/createImages.ts'
import type { Registry } from './readRegistry.ts'

export type DirectoryQuery = Omit<
  RouteRequest<typeof getWallets>['query'],
  'projectId' | 'st' | 'sv' | 'clientId'
>

export interface Directory {
  /** Raised with the registry's content. */
  readonly version: number
  /** What a head vouches for: the digest of each listing, by id. */
  readonly digests: Readonly<Record<string, string>>
  /** The answer to a question, ready to be sent. */
  answer(query: DirectoryQuery): Kept
}

interface Entry {
  readonly json: string
  readonly listing: WalletListing
  readonly chains: ReadonlySet<string>
  readonly badge: string | undefined
  /** What `search` looks through. */
  readonly words: WalletWords
  /** By which hosts name a wallet, lower-cased: id and rdns, plain and as `dir:` and `rdns:`. */
  readonly ids: ReadonlySet<string>
  readonly rdns: string | undefined
  /** Its name, and those under which its ecosystems know it. */
  readonly names: ReadonlySet<string>
}

/** The most cached answers; the least recently used one is dropped. */
const mostKept = 200

/** The wallet directory in memory, in the registry's rank. */
export function createDirectory(registry: Registry, images: Images): Directory {
  const digests: Record<string, string> = {}
  const entries = registry.wallets.map(wallet => {
    const image = images.find('wallets', wallet.id)
    const listing: WalletListing = { ...wallet, ...(image && { image_id: image.digest }) }
    digests[listing.id] = createHash('sha256').update(canonicalJson(listing)).digest('base64url')
    return toEntry(listing)
  })
  const answers = new Map<string, Kept>()

  return {
    version: registry.version,
    digests,
    answer(query) {
      const key = JSON.stringify([
        query.page,
        query.entries,
        query.search?.trim().toLowerCase(),
        query.include,
        query.exclude,
        query.chains,
        query.badge_type,
        query.names,
        query.rdns,
        query.device,
        query.relay,
      ])
      const known = answers.get(key)
      const answer = known ?? keep(write(entries, query))
      answers.delete(key)
      answers.set(key, answer)
      if (answers.size > mostKept) {
        const oldest = answers.keys().next()
        if (!oldest.done) answers.delete(oldest.value)
      }
      return answer
    },
  }
}

function write(entries: readonly Entry[], query: DirectoryQuery): string {
  const found = rankWallets(query.search ?? '', entries.filter(createFilter(query)), entry => entry.words)
  const start = (query.page - 1) * query.entries
  const data = found.slice(start, start + query.entries).map(entry => entry.json)
  return `{"data":[${data.join(',')}],"count":${found.length}}`
}

function createFilter(query: DirectoryQuery): (entry: Entry) => boolean {
  const { include, exclude, chains, badge_type, relay } = query
  const device = { phone: query.device === 'phone', relay, chains }
  const names = lowerCased(query.names)
  const rdns = lowerCased(query.rdns)
  const included = lowerCased(include)
  const excluded = lowerCased(exclude)
  return entry =>
    isOfferedOn(entry.listing, device) &&
    (!included || included.some(id => entry.ids.has(id))) &&
    !excluded?.some(id => entry.ids.has(id)) &&
    (!chains || chains.length === 0 || chains.some(id => entry.chains.has(id))) &&
    (badge_type === undefined || entry.badge === badge_type) &&
    ((!names && !rdns) ||
      !!names?.some(name => entry.names.has(name)) ||
      (entry.rdns !== undefined && !!rdns?.includes(entry.rdns)))
}

/** A filter that lists nothing filters nothing. */
function lowerCased(words: readonly string[] | undefined): readonly string[] | undefined {
  return words && words.length > 0 ? words.map(word => word.toLowerCase()) : undefined
}

function toEntry(listing: WalletListing): Entry {
  const { id, name, rdns, injected = [], chains = [], badge_type } = listing
  return {
    json: JSON.stringify(listing),
    listing,
    chains: new Set(chains),
    badge: badge_type,
    words: wordsOf(listing),
    ids: new Set(
      [id, `dir:${id}`, ...(rdns === undefined ? [] : [rdns, `rdns:${rdns}`])].map(each =>
        each.toLowerCase(),
      ),
    ),
    rdns: rdns?.toLowerCase(),
    names: new Set([name, ...injected.map(each => each.injected_id)].map(each => each.toLowerCase())),
  }
}
