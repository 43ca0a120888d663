import { viem } from '../../core/libraries/viem.ts'

/** Most decimals of an asset in a payment: the wire's amounts have no more digits after their point. */
export const mostDecimals = 18

/** Base units of an amount in whole units; undefined where the asset has fewer digits, or it does not fit into 256 bits. */
export function toBaseUnits(amount: string, decimals: number): bigint | undefined {
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  const units = viem().parseUnits(amount, decimals)
  return units >> 256n === 0n ? units : undefined
}

/** An amount in whole units, without zeros at its end. */
export function toWholeUnits(units: bigint, decimals: number): string {
  return viem().formatUnits(units, decimals)
}
