import { createError } from '../../contract/errors/createError.ts'

type LivingSession = typeof import('./livingSession.ts').livingSession
export type LoadLiving = () => Promise<LivingSession>

/** Loads the chunk that handles a wallet's answer. After a failure the next call tries again. @throws CHUNK_FAILED. */
export const loadLiving: LoadLiving = () =>
  import('./livingSession.ts').then(
    chunk => chunk.livingSession,
    cause => {
      throw createError('CHUNK_FAILED', { cause })
    },
  )
