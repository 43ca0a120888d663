import type { SwapShape } from '../../../contract/swap.ts'
import type { Hex } from '../codec/abi.ts'
import { readAllowanceHolder, readSettler } from './shapes/allowanceHolder.ts'
import { lifiReaders } from './shapes/lifi.ts'
import { lifiAcrossReaders } from './shapes/lifiAcross.ts'
import { oneInchReaders } from './shapes/oneInch.ts'
import { universalReaders } from './shapes/universal.ts'
import { v2Readers } from './shapes/v2.ts'
import { router02Readers, v3Readers } from './shapes/v3.ts'
import { wrappedReaders } from './shapes/wrapped.ts'
import { type SwapCall, type SwapReader, type SwapReading, sumLegs } from './swapReading.ts'

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

/** Whether calls that begin with these four bytes are read in a shape. */
export function readerOf(shape: SwapShape, data: Hex): SwapReader | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  return swapReaders[shape].find(each => each.selector === selector)
}

/**
 * What a call to a swap's contract does: what leaves the account at most, and what its contract promises at least (T70).
 * Undefined for a call that this shape does not have, and for bytes that cannot be read to their end. Amounts are base units.
 */
export function readSwapCall(shape: SwapShape, call: SwapCall): SwapReading | undefined {
  const reader = readerOf(shape, call.data)
  const reading = reader?.read(call, `0x${call.data.slice(10)}`)
  return reading && { ...reading, pays: sumLegs(reading.pays), gets: sumLegs(reading.gets) }
}
