import { createError } from '../../contract/errors/createError.ts'
import type { fallbackCurves } from './fallbackCurves.ts'

/** The curves as code, fetched by the first that needs them. @throws LatchkeyError CHUNK_FAILED. */
export async function loadCurves(): Promise<typeof fallbackCurves> {
  try {
    return (await import('./fallbackCurves.ts')).fallbackCurves
  } catch (cause) {
    throw createError('CHUNK_FAILED', { cause })
  }
}
