import type { BuiltSwap, ReadSwap, SwapContract, SwapTerms } from '../../../contract/swap.ts'
import { compareSwap } from './compareSwap.ts'
import { swapReaders } from './readSwapCall.ts'

/**
 * Reads a transaction of any shape and compares it with the terms (T70).
 * @throws LatchkeyError SWAP_UNSAFE, as `compareSwap`.
 */
export function checkSwap(built: BuiltSwap, terms: SwapTerms, contracts: readonly SwapContract[]): ReadSwap {
  return compareSwap(built, terms, contracts, swapReaders)
}
