import { createError } from '../../../contract/errors/createError.ts'
import type { Swapping } from '../../../contract/swap.ts'
import { compareSwap } from './compareSwap.ts'
import { v2Readers } from './shapes/v2.ts'
import { wrappedReaders } from './shapes/wrapped.ts'
import type { SwapReaders } from './swapReading.ts'

/** What every page that swaps reads: the shapes that need no vendor. */
const atOnce: SwapReaders = { v2: v2Readers, wrapped: wrappedReaders }

/**
 * Reads a transaction and compares it with the terms (T70); the readers of vendors' shapes are fetched with the first of theirs.
 * @throws LatchkeyError SWAP_UNSAFE, as `compareSwap`; CHUNK_FAILED.
 */
export const checkLater: Swapping['check'] = async (built, terms, contracts) => {
  const shapes = contracts.flatMap(({ provider, shape }) => (provider === built.provider ? shape : []))
  return compareSwap(built, terms, contracts, shapes.every(shape => atOnce[shape]) ? atOnce : await loadAll())
}

const loadAll = () =>
  import('./readSwapCall.ts').then(
    ({ swapReaders }) => swapReaders,
    cause => {
      throw createError('CHUNK_FAILED', { cause })
    },
  )
