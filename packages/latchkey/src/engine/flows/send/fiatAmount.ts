/** Between tokens and fiat, with whole numbers: what is shown is what is signed (T74). */
import type { Amount } from '../../../contract/amount.ts'

/**
 * The tokens that a fiat amount buys at a price, floored to the token's last unit; undefined where the price is none.
 * `fiat` is a plain decimal text.
 */
export function toTokenAmount(fiat: string, price: number, decimals: number): Amount | undefined {
  const rate = toFraction(price)
  const given = fromDecimal(fiat)
  if (!rate || !given) return undefined
  const value =
    (given.value * 10n ** BigInt(rate.scale + decimals)) / (rate.value * 10n ** BigInt(given.scale))
  return value < 1n << 256n ? { value, decimals } : undefined
}

/** What an amount is worth in fiat, floored to the cent, as a plain decimal text; undefined where the price is none. */
export function toFiatDecimal(amount: Amount, price: number | undefined, places = 2): string | undefined {
  const rate = price === undefined ? undefined : toFraction(price)
  if (!rate) return undefined
  const scale = 10n ** BigInt(rate.scale + amount.decimals)
  const cents = (amount.value * rate.value * 10n ** BigInt(places)) / scale
  const text = cents.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

interface Fraction {
  readonly value: bigint
  /** Decimals of the value. */
  readonly scale: number
}

/** A price as the shortest decimal that is this double: what the service wrote. */
function toFraction(price: number): Fraction | undefined {
  if (!Number.isFinite(price) || price <= 0) return undefined
  const [digits = '', exponent = '0'] = price.toString().split('e')
  const read = fromDecimal(digits)
  if (!read) return undefined
  const scale = read.scale - Number(exponent)
  return scale >= 0 ? { value: read.value, scale } : { value: read.value * 10n ** BigInt(-scale), scale: 0 }
}

function fromDecimal(text: string): Fraction | undefined {
  const match = /^(\d{1,320})(?:\.(\d{1,320}))?$/.exec(text)
  if (!match) return undefined
  const fraction = match[2] ?? ''
  return { value: BigInt(`${match[1]}${fraction}`), scale: fraction.length }
}
