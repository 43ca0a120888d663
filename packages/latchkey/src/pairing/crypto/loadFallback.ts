import { createError } from '../../contract/errors/createError.ts'

/** The curves as code, fetched by the first that needs them. @throws LatchkeyError CHUNK_FAILED. */
export async function loadCurves() {
  return (await import('./fallbackCurves.ts').catch(failed)).fallbackCurves
}

/** The hashes as code. @throws LatchkeyError CHUNK_FAILED. */
export async function loadHashes() {
  return (await import('./fallbackHashes.ts').catch(failed)).fallbackHashes
}

function failed(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
