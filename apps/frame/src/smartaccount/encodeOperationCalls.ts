import { encodeBytesCall, type Hex, word } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import type { Call } from '../approve/effects/decodeCall.ts'
import { encodeArguments } from './encodeArguments.ts'

/** A call of the smart account; it makes no contracts. */
export type OperationCall = Required<Call>

/** executeUserOpWithErrorString(address,uint256,bytes,uint8): as executeUserOp, and a failing call's reason gets out. */
export const executeSelector = '0x541d63c8'
/** multiSend(bytes) */
export const multiSendSelector = '0x8d80ff0a'

/**
 * The call data of an operation that does these calls, all or none: one by the account itself, several by
 * MultiSendCallOnly, in whose code no call is a delegatecall.
 * @throws TypeError without a call.
 */
export function encodeOperationCalls([first, ...rest]: readonly OperationCall[]): Hex {
  if (!first) throw new TypeError('An operation needs a call')
  if (rest.length === 0) return encodeExecute(first, 0n)
  const packed = [first, ...rest].map(
    ({ to, value, data }) =>
      `00${to.slice(2).toLowerCase()}${word(value)}${word(BigInt(data.length / 2 - 1))}${data.slice(2)}`,
  )
  const data = encodeBytesCall(multiSendSelector, `0x${packed.join('')}`)
  return encodeExecute({ to: safeContracts.multiSendCallOnly, value: 0n, data }, 1n)
}

function encodeExecute({ to, value, data }: OperationCall, operation: 0n | 1n): Hex {
  return `${executeSelector}${encodeArguments(to, value, { bytes: data }, operation)}`
}
