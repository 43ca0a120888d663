import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import { viem } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { createTurns, type TurnLimits } from '../images/createTurns.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { bytesToId, type Hex, idToBytes, toBytes, toHex } from '../indexer/hexBytes.ts'
import { isAnswered, readResult } from '../indexer/readTokens.ts'
import type { CollectibleStandard } from '../indexer/tables.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { type NftMetadata, readNftUri } from './readNftUri.ts'
import { withPatience } from './withPatience.ts'

export interface NftKey {
  readonly token: Hex
  readonly tokenId: bigint
  readonly standard: CollectibleStandard
}

/** The known metadata of a collectible; the image is a path of the image proxy. */
export type NftWords = NftMetadata

/** Reads what collectibles say of themselves, once, and remembers it for all processes. */
export interface NftReader {
  /**
   * Reads metadata by `token id`. Waits briefly for missing ones, and goes on reading them after the answer, in the
   * client's turn.
   */
  read(chain: CaipNetworkId, keys: readonly NftKey[], client: string): Promise<ReadonlyMap<string, NftWords>>
}

/** Anyone can create collectibles by the thousand at slow hosts, so no client takes all capacity. */
export const turnLimits: TurnLimits = { working: 12, workingEach: 3, waiting: 500, waitingEach: 125 }
/** Collectibles that one statement names. */
const mostNamed = 500
/** Milliseconds after which metadata is read again: an artist may have revealed it since. */
const fresh = 24 * 3_600_000
/** Milliseconds after which a failure is tried again, doubled each time up to `fresh`. */
const firstRetry = 30_000

// The first four bytes of keccak256 of tokenURI(uint256) and uri(uint256).
const uriSelectors: Readonly<Record<CollectibleStandard, string>> = {
  erc721: '0xc87b56dd',
  erc1155: '0x0e89341c',
}

export function createNftReader(deps: {
  readonly store: Store
  readonly proxy: Pick<RpcProxy, 'call' | 'serves'>
  /** Knows `ipfs:` as well. */
  readonly fetchPublic: FetchPublic
  readonly log: Logger
  readonly now?: () => number
}): NftReader {
  const { store, proxy, log, now = Date.now } = deps
  const running = new Map<string, Promise<NftWords | undefined>>()
  /** The store reads in progress. */
  const looks = new Set<Promise<unknown>>()
  const inTurn = createTurns(turnLimits)

  async function resolve(chain: CaipNetworkId, key: NftKey, tries: number): Promise<NftWords | undefined> {
    const metadata = await readMetadata(chain, key).catch((error: unknown) => {
      log.debug({ chain, token: key.token, err: error }, 'metadata cannot be read')
      return undefined
    })
    const row = {
      name: metadata?.name ?? null,
      description: metadata?.description ?? null,
      image: metadata?.image ?? null,
      tries: metadata === undefined ? tries + 1 : 0,
      read_at: now(),
    }
    await store.write([
      store.compose
        .insertInto('index_nfts')
        .values({
          chain_id: chainNumber(chain),
          token: toBytes(key.token),
          token_id: idToBytes(key.tokenId),
          ...row,
        })
        .onConflict(conflict =>
          conflict
            .columns(['chain_id', 'token', 'token_id'])
            // Known metadata stays while its host fails.
            .doUpdateSet(metadata === undefined ? { tries: row.tries, read_at: row.read_at } : row),
        )
        .compile(),
    ])
    return metadata === undefined ? undefined : toNftWords(row)
  }

  /** Null metadata is an answer too: the contract has none for this id. */
  async function readMetadata(chain: CaipNetworkId, key: NftKey): Promise<NftMetadata> {
    const nothing = { name: null, description: null, image: null }
    const data = `${uriSelectors[key.standard]}${key.tokenId.toString(16).padStart(64, '0')}`
    const [outcome] = await proxy.call(chain, [
      { method: 'eth_call', params: [{ to: key.token, data }, 'latest'] },
    ])
    if (!isAnswered(outcome)) throw new Error('the node did not answer')
    const result = readResult(outcome, 524_288)
    const uri = result === undefined ? undefined : decodeText(result)
    if (uri === undefined) return nothing
    const filled = uri.replaceAll('{id}', key.tokenId.toString(16).padStart(64, '0'))
    return (await readNftUri(filled, deps.fetchPublic)) ?? nothing
  }

  function begin(
    chain: CaipNetworkId,
    key: NftKey,
    tries: number,
    client: string,
  ): Promise<NftWords | undefined> {
    const name = `${chain} ${key.token} ${key.tokenId}`
    const known = running.get(name)
    if (known !== undefined) return known
    const work = inTurn({ client }, () => resolve(chain, key, tries))
      .catch((error: unknown) => {
        log.debug({ err: error }, 'metadata cannot be kept')
        return undefined
      })
      .finally(() => {
        // A read that began before this write must find it here.
        void Promise.allSettled([...looks]).then(() => running.delete(name))
      })
    running.set(name, work)
    return work
  }

  return {
    async read(chain, keys, client) {
      const words = new Map<string, NftWords>()
      if (keys.length === 0) return words
      const tries = new Map<string, number>()
      const look = readKnown(store, chainNumber(chain), keys)
      looks.add(look)
      look.catch(() => undefined).finally(() => looks.delete(look))
      for (const row of await look) {
        const name = `${toHex(row.token)} ${bytesToId(row.token_id)}`
        words.set(name, toNftWords(row))
        const wait = row.tries === 0 ? fresh : Math.min(fresh, firstRetry * 2 ** Math.min(row.tries, 20))
        tries.set(name, now() - row.read_at < wait ? -1 : row.tries)
      }
      if (!proxy.serves(chain)) return words
      const missing: Promise<void>[] = []
      for (const key of new Map(keys.map(key => [nameOf(key), key])).values()) {
        const before = tries.get(nameOf(key))
        if (before === -1) continue
        const work = begin(chain, key, before ?? 0, client).then(found => {
          if (found !== undefined) words.set(nameOf(key), found)
        })
        // Stale metadata is good enough for this answer.
        if (before === undefined) missing.push(work)
      }
      if (missing.length > 0) await withPatience(Promise.all(missing))
      return new Map(words)
    },
  }
}

function nameOf({ token, tokenId }: NftKey): string {
  return `${token} ${tokenId}`
}

function chainNumber(chain: CaipNetworkId): number {
  return Number(chain.slice(chain.indexOf(':') + 1))
}

/** Looks up all of them, so many in one statement as an engine has room for. */
async function readKnown(store: Store, chainId: number, keys: readonly NftKey[]) {
  const parts = Array.from({ length: Math.ceil(keys.length / mostNamed) }, (_, nth) =>
    keys.slice(nth * mostNamed, (nth + 1) * mostNamed),
  )
  const found = await Promise.all(
    parts.map(part =>
      store.db
        .selectFrom('index_nfts')
        .select(['token', 'token_id', 'name', 'description', 'image', 'tries', 'read_at'])
        .where('chain_id', '=', chainId)
        .where(eb =>
          eb.or(
            part.map(({ token, tokenId }) => eb.and({ token: toBytes(token), token_id: idToBytes(tokenId) })),
          ),
        )
        .execute(),
    ),
  )
  return found.flat()
}

function decodeText(data: Hex): string | undefined {
  try {
    return viem().decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return undefined
  }
}

/** Longest path that the contract has for a picture. */
const longestPath = 8_300

/** What is shown of metadata: the picture by the image proxy alone. */
export function toNftWords({ name, description, image }: NftMetadata): NftWords {
  const path = image === null ? null : `/v1/image?url=${encodeURIComponent(image)}`
  return { name, description, image: path === null || path.length > longestPath ? null : path }
}
