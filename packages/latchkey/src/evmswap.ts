/**
 * `latchkey/evmswap`: how the calls of swaps on eip155 are read and compared with what was agreed. Only in the repository,
 * for the services: it is not published (docs/decisions/089).
 */

export { checkSwap } from './chains/evm/swap/checkSwap.ts'
export type { UnsafeReason } from './chains/evm/swap/compareSwap.ts'
export { knownSwapContracts } from './chains/evm/swap/knownSwapContracts.ts'
export { readSwapCall } from './chains/evm/swap/readSwapCall.ts'
export type { SwapCall, SwapLeg, SwapReading } from './chains/evm/swap/swapReading.ts'
export { wrapSwap } from './chains/evm/swap/wrapSwap.ts'
