import { createError } from '../../contract/errors/createError.ts'

/**
 * Fetches a chunk with the first call and keeps the result. One that did not come is fetched again by the next
 * call: deploys delete old ones (DECISIONS C12).
 * @throws LatchkeyError CHUNK_FAILED.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= load().catch(cause => {
      made = undefined
      throw createError('CHUNK_FAILED', { cause })
    })
    return made
  }
}
