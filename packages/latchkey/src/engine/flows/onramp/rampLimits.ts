import { parseAmount } from '../../../contract/amount.ts'
import type { PaymentCurrency } from '../../../contract/onramp.ts'

/** Decimal texts in the currency; absent where none is stated. */
export interface RampLimits {
  readonly min?: string
  readonly max?: string
}

/** Decimals on the wire. */
export const wireDigits = 18

/** A decimal text of the wire as a whole number, to compare two of them. */
export function unitsOf(decimal: string): bigint {
  return parseAmount(decimal, wireDigits).value
}

/** Limits of one way to pay, or of all of them together: the least minimum and the greatest maximum, each only where every way states one. */
export function rampLimits(currency: PaymentCurrency | undefined, method: string | undefined): RampLimits {
  const ways = (currency?.payment_method_limits ?? []).filter(
    ({ id }) => method === undefined || id === method,
  )
  const min = edge(
    ways.map(way => way.min),
    (one, other) => one < other,
  )
  const max = edge(
    ways.map(way => way.max),
    (one, other) => one > other,
  )
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function edge(
  texts: readonly (string | null)[],
  isFurther: (one: bigint, other: bigint) => boolean,
): string | undefined {
  let found: string | undefined
  for (const text of texts) {
    if (text === null) return undefined
    if (found === undefined || isFurther(unitsOf(text), unitsOf(found))) found = text
  }
  return found
}

/** Whether a decimal text is outside of limits, and on which side. */
export function beyondLimits(
  amount: string,
  { min, max }: RampLimits,
): 'too-small' | 'too-large' | undefined {
  const value = unitsOf(amount)
  if (min !== undefined && value < unitsOf(min)) return 'too-small'
  return max !== undefined && value > unitsOf(max) ? 'too-large' : undefined
}
