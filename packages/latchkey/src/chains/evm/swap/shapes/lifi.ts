/**
 * LI.FI's diamond: swaps on one network, by GenericSwapFacet and GenericSwapFacetV3. Source: `lifinance/contracts`. What
 * its exchanges are called with is not read: the facet reverts unless the least amount comes out.
 */

import type { Hex } from '../../codec/abi.ts'
import {
  type Abi,
  address,
  bool,
  bytes,
  bytes32,
  list,
  text,
  tuple,
  uint256,
} from '../../codec/abiArguments.ts'
import {
  isNative,
  legOf,
  receivedBy,
  type SwapCall,
  type SwapLeg,
  type SwapReader,
  type SwapReading,
  swapReader,
  valueLeg,
} from '../swapReading.ts'

/** callTo, approveTo, sendingAssetId, receivingAssetId, fromAmount, callData, requiresDeposit */
export const lifiSwap = tuple(address, address, address, address, uint256, bytes, bool)
/** One exchange that a facet calls. */
export type LifiSwap = typeof lifiSwap extends Abi<infer Value> ? Value : never

/** Which side is the network's own currency; `any`: what the tokens say. */
type Native = 'pays' | 'gets' | 'none' | 'any'

interface Read {
  readonly to: Hex
  readonly least: bigint
  readonly swaps: readonly LifiSwap[]
  /** A single swap's token is always taken. */
  readonly isSingle: boolean
}

function toReading(
  { to, least, swaps, isSingle }: Read,
  call: SwapCall,
  native: Native,
): SwapReading | undefined {
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !last) return undefined
  const [sold, bought] = [isNative(first[2]), isNative(last[3])]
  const isAsNamed = native === 'any' || (sold === (native === 'pays') && bought === (native === 'gets'))
  const pays = isAsNamed ? paidLegs(swaps, call, isSingle) : undefined
  if (!pays) return undefined
  return {
    pays,
    gets: [legOf(last[3], least)],
    path: swaps.flatMap(each => [each[2], each[3]]),
    ...receivedBy(to, call),
  }
}

/** What exchanges take from the account; undefined where their first one's own currency is not the call's value. */
export function paidLegs(
  swaps: readonly LifiSwap[],
  call: SwapCall,
  isSingle = false,
): readonly SwapLeg[] | undefined {
  const [first] = swaps
  // The facets hand on the first one's amount, whatever the call carries.
  if (!first || (isNative(first[2]) && first[4] !== call.value)) return undefined
  const taken = swaps.filter(each => !isNative(each[2]) && (isSingle || each[6]))
  return [...taken.map(each => legOf(each[2], each[4])), valueLeg(call)]
}

const before = [bytes32, text, text, address, uint256] as const

function single(selector: Hex, name: string, native: Native): SwapReader {
  return swapReader(selector, name, [...before, lifiSwap], ([, , , to, least, only], call) =>
    toReading({ to, least, swaps: [only], isSingle: true }, call, native),
  )
}

function multiple(selector: Hex, name: string, native: Native): SwapReader {
  return swapReader(selector, name, [...before, list(lifiSwap)], ([, , , to, least, swaps], call) =>
    toReading({ to, least, swaps, isSingle: false }, call, native),
  )
}

export const lifiReaders: readonly SwapReader[] = [
  single('0x4666fc80', 'swapTokensSingleV3ERC20ToERC20', 'none'),
  single('0x733214a3', 'swapTokensSingleV3ERC20ToNative', 'gets'),
  single('0xaf7060fd', 'swapTokensSingleV3NativeToERC20', 'pays'),
  multiple('0x5fd9ae2e', 'swapTokensMultipleV3ERC20ToERC20', 'none'),
  multiple('0x2c57e884', 'swapTokensMultipleV3ERC20ToNative', 'gets'),
  multiple('0x736eac0b', 'swapTokensMultipleV3NativeToERC20', 'pays'),
  multiple('0x4630a0d8', 'swapTokensGeneric', 'any'),
]
