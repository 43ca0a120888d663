import { type ReadVariable, wholeNumber } from '../core/settings/readers.ts'

export interface ProjectsSettings {
  /** Milliseconds for which a project is served from the cache unless a change is reported. */
  readonly projectCache: number
  /** What a client may do that names no page: no browser, so no visitor. */
  readonly rateLimitWithoutOrigin: { readonly perSecond: number; readonly burst: number }
}

export function readProjectsSettings(read: ReadVariable): ProjectsSettings {
  return {
    projectCache: read('PROJECT_CACHE_MS', 5_000, wholeNumber(0, 600_000)),
    rateLimitWithoutOrigin: {
      perSecond: read('RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND', 50, wholeNumber(1, 1_000_000)),
      burst: read('RATE_LIMIT_WITHOUT_ORIGIN_BURST', 250, wholeNumber(1, 10_000_000)),
    },
  }
}
