import { QueryClient } from '@tanstack/query-core'

/** A query cache of one engine's own. Never mounted, so it listens to no window event; its own chunk. */
export function createQueries(): QueryClient {
  return new QueryClient()
}
