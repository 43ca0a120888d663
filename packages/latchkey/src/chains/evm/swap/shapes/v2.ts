/** Router02 of Uniswap V2, and of whatever speaks as it does. */

import type { Hex } from '../../codec/abi.ts'
import { address, list, uint256 } from '../../codec/abiArguments.ts'
import {
  receivedBy,
  type SwapCall,
  type SwapLeg,
  type SwapReader,
  type SwapReading,
  swapReader,
  valueLeg,
} from '../swapReading.ts'

interface Read {
  readonly most: bigint
  readonly least: bigint
  readonly path: readonly Hex[]
  readonly to: Hex
  readonly deadline: bigint
}

/** Which side is the network's own currency. */
type Native = 'pays' | 'gets' | undefined

function toReading(
  { most, least, path, to, deadline }: Read,
  call: SwapCall,
  native: Native,
): SwapReading | undefined {
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 2) return undefined
  const paid: readonly SwapLeg[] = native === 'pays' ? [] : [{ token: first, amount: most }]
  return {
    pays: [...paid, valueLeg(call)],
    gets: [native === 'gets' ? { amount: least } : { token: last, amount: least }],
    path,
    deadline,
    ...receivedBy(to, call),
  }
}

const path = list(address)
const ofTokens = [uint256, uint256, path, address, uint256] as const
const ofNative = [uint256, path, address, uint256] as const

/** An exact amount goes in: it comes first. */
function exactIn(selector: Hex, name: string, native?: Native): SwapReader {
  return swapReader(selector, name, ofTokens, ([most, least, path, to, deadline], call) =>
    toReading({ most, least, path, to, deadline }, call, native),
  )
}

/** An exact amount comes out: it comes first. */
function exactOut(selector: Hex, name: string, native?: Native): SwapReader {
  return swapReader(selector, name, ofTokens, ([least, most, path, to, deadline], call) =>
    toReading({ most, least, path, to, deadline }, call, native),
  )
}

/** What goes in is the call's value. */
function payable(selector: Hex, name: string): SwapReader {
  return swapReader(selector, name, ofNative, ([least, path, to, deadline], call) =>
    toReading({ most: call.value, least, path, to, deadline }, call, 'pays'),
  )
}

export const v2Readers: readonly SwapReader[] = [
  exactIn('0x38ed1739', 'swapExactTokensForTokens'),
  exactIn('0x5c11d795', 'swapExactTokensForTokensSupportingFeeOnTransferTokens'),
  exactOut('0x8803dbee', 'swapTokensForExactTokens'),
  exactIn('0x18cbafe5', 'swapExactTokensForETH', 'gets'),
  exactIn('0x791ac947', 'swapExactTokensForETHSupportingFeeOnTransferTokens', 'gets'),
  exactOut('0x4a25d94a', 'swapTokensForExactETH', 'gets'),
  payable('0x7ff36ab5', 'swapExactETHForTokens'),
  payable('0xb6f9de95', 'swapExactETHForTokensSupportingFeeOnTransferTokens'),
  payable('0xfb3bdb41', 'swapETHForExactTokens'),
]
