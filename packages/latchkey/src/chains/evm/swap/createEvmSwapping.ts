import type { Swapping } from '../../../contract/swap.ts'
import { checkToken } from './checkDecimals.ts'
import { checkLater } from './checkLater.ts'
import { encodeApproval } from './encodeApproval.ts'
import { forecastSwap } from './forecastSwap.ts'
import { knownSwapContracts } from './knownSwapContracts.ts'
import { needsZeroFirst } from './needsZeroFirst.ts'
import { readAllowance } from './readAllowance.ts'
import { readLegs } from './readLegs.ts'
import { wrapSwap } from './wrapSwap.ts'

/** Swapping on eip155, in the chunk that is fetched with the first swap. */
export function createEvmSwapping(): Swapping {
  return {
    check: checkLater,
    known: knownSwapContracts,
    wrap: wrapSwap,
    allowance: readAllowance,
    approval: encodeApproval,
    needsZeroFirst,
    checkToken,
    forecast: forecastSwap,
    legs: readLegs,
  }
}
