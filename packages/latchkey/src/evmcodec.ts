/**
 * `latchkey/evmcodec`: eip155 encodings, fees and simulated calls. Only in the repository, for the wallet's own page: it
 * is not published (docs/decisions/022).
 */

export { type Hex, readAddress, readWord, word } from './chains/evm/codec/abi.ts'
/** Types of the ABI, and the strict reader of a call's arguments. */
export * as abi from './chains/evm/codec/abiArguments.ts'
export { encodeBytesCall, readText } from './chains/evm/codec/abiBytes.ts'
export { parseAddress } from './chains/evm/codec/address.ts'
export { parseQuantity, textToHex, toQuantity } from './chains/evm/codec/hex.ts'
export { encodeRlp, type RlpItem, toBytes } from './chains/evm/codec/rlp.ts'
export { askGasPrice, estimateFee } from './chains/evm/send/estimateFee.ts'
export { isContract } from './chains/evm/send/isContract.ts'
export { checkChain, countOf } from './chains/evm/send/nextNonce.ts'
export { loadReasons, simulateCall } from './chains/evm/send/simulateCall.ts'
export { simulateCalls } from './chains/evm/send/simulateCalls.ts'
export { nativeAddress, sumTransfers } from './chains/evm/send/sumTransfers.ts'
export { toSendError } from './chains/evm/send/toSendError.ts'
export { traceCalls } from './chains/evm/send/traceCalls.ts'
export type { AnyCall } from './chains/evm/send/transferCall.ts'
export { readSwapCall } from './chains/evm/swap/readSwapCall.ts'
export type { SwapLeg } from './chains/evm/swap/swapReading.ts'
export { type SwapRouterKind, swapRouters } from './chains/evm/swap/swapRouters.ts'
export { fieldOf, itemsOf } from './chains/foreign/readForeign.ts'
export { textOf } from './chains/foreign/textOf.ts'
export { isSameAddress } from './contract/isSameAddress.ts'
export { readsAsAmount } from './contract/readsAsAmount.ts'
export type { BalanceChange, Simulation, TransferFee } from './contract/send.ts'
export { looksAlike } from './engine/base/lookalike.ts'
export { toFiatDecimal } from './engine/flows/send/fiatAmount.ts'
export { shortAddress } from './ui/address/shortAddress.ts'
