import { createError } from '../../contract/errors/createError.ts'

export type LivingSession = typeof import('./livingSession.ts')
export type LoadLiving = () => Promise<LivingSession>

/** What comes after a wallet's answer; one that did not come is fetched again by the next call. @throws CHUNK_FAILED. */
export const loadLiving: LoadLiving = () =>
  import('./livingSession.ts').catch(cause => {
    throw createError('CHUNK_FAILED', { cause })
  })
