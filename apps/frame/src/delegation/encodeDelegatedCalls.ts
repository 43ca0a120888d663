import { type Hex, word } from 'latchkey/evmcodec'
import { encodeArguments } from '../smartaccount/encodeArguments.ts'
import type { OperationCall } from '../smartaccount/encodeOperationCalls.ts'

/** execute(address,uint256,bytes) */
export const executeSelector = '0xb61d27f6'
/** executeBatch((address,uint256,bytes)[]) */
export const executeBatchSelector = '0x34fcd5be'

/**
 * The call data by which a plain account that is delegated to Simple7702Account does these calls, all or none.
 * @throws TypeError without a call.
 */
export function encodeDelegatedCalls([first, ...rest]: readonly OperationCall[]): Hex {
  if (!first) throw new TypeError('An operation needs a call')
  if (rest.length === 0) return `${executeSelector}${encodeCall(first)}`
  const all = [first, ...rest].map(encodeCall)
  let [at, starts] = [all.length * 32, '']
  for (const call of all) {
    starts += word(BigInt(at))
    at += call.length / 2
  }
  return `${executeBatchSelector}${word(32n)}${word(BigInt(all.length))}${starts}${all.join('')}`
}

function encodeCall({ to, value, data }: OperationCall): string {
  return encodeArguments(to, value, { bytes: data })
}
