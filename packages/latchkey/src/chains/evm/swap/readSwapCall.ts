import type { SwapShape } from '../../../contract/swap.ts'
import { readAllowanceHolder, readSettler } from './shapes/allowanceHolder.ts'
import { lifiReaders } from './shapes/lifi.ts'
import { lifiAcrossReaders } from './shapes/lifiAcross.ts'
import { oneInchReaders } from './shapes/oneInch.ts'
import { universalReaders } from './shapes/universal.ts'
import { v2Readers } from './shapes/v2.ts'
import { router02Readers, v3Readers } from './shapes/v3.ts'
import { wrappedReaders } from './shapes/wrapped.ts'
import { readBy, type SwapCall, type SwapReader, type SwapReading } from './swapReading.ts'

/** How each shape's calls are read, by their first four bytes; Solana's are none of this chain. */
export const swapReaders: Readonly<Record<SwapShape, readonly SwapReader[]>> = {
  v2: v2Readers,
  v3: v3Readers,
  router02: router02Readers,
  universal: universalReaders,
  allowanceHolder: [readAllowanceHolder, readSettler],
  lifi: [...lifiReaders, ...lifiAcrossReaders],
  '1inch': oneInchReaders,
  wrapped: wrappedReaders,
  jupiter: [],
}

/**
 * What a call to a swap's contract does: what leaves the account at most, and what its contract promises at least (T70).
 * Undefined for a call that this shape does not have, and for bytes that cannot be read to their end. Amounts are base units.
 */
export function readSwapCall(shape: SwapShape, call: SwapCall): SwapReading | undefined {
  return readBy(swapReaders[shape], call)
}
