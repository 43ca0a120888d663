import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import { createTurns } from '../images/createTurns.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { type NftWords, toNftWords, turnLimits } from './createNftReader.ts'
import { readNftUri } from './readNftUri.ts'
import { withPatience } from './withPatience.ts'

/** Reads the documents that collectibles lead to, by their address, and caches them in this process. */
export interface Documents {
  /** Waits briefly for missing ones, and goes on reading them after the answer, in the client's turn. */
  read(uris: readonly string[], client: string): Promise<ReadonlyMap<string, NftWords>>
}

const fresh = 24 * 3_600_000
/** Milliseconds after which a failure is tried again. */
const retryAfter = 60_000
const most = 2_000
const nothing: NftWords = { name: null, description: null, image: null }

export function createDocuments(deps: {
  /** Knows `ipfs:` as well. */
  readonly fetchPublic: FetchPublic
  readonly clock: Clock
  readonly log: Logger
}): Documents {
  const { fetchPublic, clock, log } = deps
  const inTurn = createTurns(turnLimits)
  const kept = new Map<string, { readonly words: NftWords | undefined; readonly until: number }>()
  const running = new Map<string, Promise<void>>()

  function keep(uri: string, words: NftWords | undefined): void {
    kept.delete(uri)
    kept.set(uri, { words, until: clock() + (words === undefined ? retryAfter : fresh) })
    const oldest = kept.keys().next()
    if (kept.size > most && !oldest.done) kept.delete(oldest.value)
  }

  function begin(uri: string, client: string): Promise<void> {
    const known = running.get(uri)
    if (known !== undefined) return known
    const work = inTurn({ client }, () => readNftUri(uri, fetchPublic))
      .then(
        metadata => keep(uri, toNftWords(metadata ?? nothing)),
        (error: unknown) => {
          log.debug({ err: error }, 'metadata cannot be read')
          // Known words stay while their host fails.
          keep(uri, kept.get(uri)?.words)
        },
      )
      .finally(() => running.delete(uri))
    running.set(uri, work)
    return work
  }

  return {
    async read(uris, client) {
      const wanted = [...new Set(uris)]
      const open = wanted.filter(uri => (kept.get(uri)?.until ?? 0) <= clock())
      // What is known already is good enough for this answer.
      const missing = open.flatMap(uri => {
        const work = begin(uri, client)
        return kept.get(uri)?.words === undefined ? [work] : []
      })
      if (missing.length > 0) await withPatience(Promise.all(missing))
      return new Map(
        wanted.flatMap(uri => {
          const words = kept.get(uri)?.words
          return words === undefined ? [] : [[uri, words] as const]
        }),
      )
    },
  }
}
