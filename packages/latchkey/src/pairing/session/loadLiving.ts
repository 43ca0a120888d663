import { createError } from '../../contract/errors/createError.ts'

type LivingSession = typeof import('./livingSession.ts').livingSession
export type LoadLiving = () => Promise<LivingSession>

/** What comes after a wallet's answer; one that did not come is fetched again by the next call. @throws CHUNK_FAILED. */
export const loadLiving: LoadLiving = () =>
  import('./livingSession.ts').then(
    chunk => chunk.livingSession,
    cause => {
      throw createError('CHUNK_FAILED', { cause })
    },
  )
