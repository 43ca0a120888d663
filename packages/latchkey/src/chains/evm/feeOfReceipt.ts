import { fieldOf } from '../foreign/readForeign.ts'
import { parseQuantity } from './codec/hex.ts'

/** All that a transaction took, in wei, by its receipt; undefined where a rollup takes more than it says in whole. */
export function feeOfReceipt(receipt: unknown): bigint | undefined {
  const used = parseQuantity(fieldOf(receipt, 'gasUsed'))
  const price = parseQuantity(fieldOf(receipt, 'effectiveGasPrice'))
  const isNone = (name: string) => {
    const value = fieldOf(receipt, name)
    return value === undefined || value === null || parseQuantity(value) === 0n
  }
  if (used === undefined || price === undefined) return undefined
  if (!isNone('operatorFeeScalar') || !isNone('operatorFeeConstant') || !isNone('blobGasUsed'))
    return undefined
  const data = isNone('l1Fee') ? 0n : parseQuantity(fieldOf(receipt, 'l1Fee'))
  return data === undefined ? undefined : used * price + data
}
