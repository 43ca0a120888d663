/** Money inside the product: whole base units and how many of their decimals make one unit (DECISIONS C13). */
import { createError } from './errors/createError.ts'
import { limits } from './limits.ts'

/** An exact amount of `value / 10 ** decimals` units; it never uses floating point. */
export interface Amount {
  readonly value: bigint
  readonly decimals: number
}

/** ERC-20's `decimals` is one byte. */
const mostDecimals = 255

const decimalPattern = /^(?=\.?\d)\d{0,78}(?:\.\d{0,255})?$/
const overflow = 1n << 256n

/**
 * Parses an amount that a visitor typed or a service sent, such as '0.25': digits and one point, no sign, no exponent.
 * Extra decimals are refused unless they are zeros.
 * @throws LatchkeyError INVALID_AMOUNT, also from 2^256 base units on.
 */
export function parseAmount(text: string, decimals: number): Amount {
  checkDecimals(decimals)
  if (typeof text === 'string' && decimalPattern.test(text)) {
    const [whole = '', fraction = ''] = text.split('.')
    const kept = fraction.slice(0, decimals)
    const value = BigInt(whole + kept.padEnd(decimals, '0'))
    if (/^0*$/.test(fraction.slice(decimals)) && value < overflow) return { value, decimals }
  }
  throw createError('INVALID_AMOUNT', { context: { value: typeof text === 'string' ? text : typeof text } })
}

/** Returns the exact decimal text without trailing zeros, as it goes on the wire. */
export function toDecimalString(amount: Amount): string {
  const { sign, whole, fraction } = split(amount)
  const kept = fraction.replace(/0+$/, '')
  return `${sign}${whole}${kept && '.'}${kept}`
}

/**
 * Formats an amount for display, floored to a fixed number of decimals, 3 by default (SPEC §5). The caller shows "—"
 * for an unknown amount.
 */
export function formatAmount(
  amount: Amount,
  { decimals = limits.balanceDecimals }: { readonly decimals?: number } = {},
): string {
  checkDecimals(decimals)
  const { value } = amount
  const scale = 10n ** BigInt(Math.max(0, amount.decimals - decimals))
  // Division of bigints goes towards zero; flooring a debt goes away from it.
  const floored = value / scale - (value < 0n && value % scale !== 0n ? 1n : 0n)
  const { sign, whole, fraction } = split({ value: floored, decimals: Math.min(amount.decimals, decimals) })
  return `${sign}${whole}${decimals > 0 ? '.' : ''}${fraction.padEnd(decimals, '0')}`
}

function split({ value, decimals }: Amount): { sign: string; whole: string; fraction: string } {
  checkDecimals(decimals)
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return { sign, whole: digits.slice(0, point), fraction: digits.slice(point) }
}

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > mostDecimals) {
    throw createError('INVALID_AMOUNT', { context: { value: `${decimals} decimals` } })
  }
}
