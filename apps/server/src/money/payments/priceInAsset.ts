/** Digits after the point that a price in an asset is rounded up to. */
const digits = 8

/**
 * What a price in fiat money is in an asset, as whole units, rounded up so that the merchant never gets less. `rate` is the
 * fiat price of one whole unit.
 */
export function priceInAsset(value: string, rate: number, decimals: number): string {
  const [top, topScale] = toFraction(value)
  const [bottom, bottomScale] = toFraction(toPlainText(rate))
  const places = Math.min(digits, decimals)
  const numerator = top * bottomScale * 10n ** BigInt(places)
  const denominator = bottom * topScale
  const units = (numerator + denominator - 1n) / denominator
  const text = String(units).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A decimal text as a whole number and the power of ten below it. */
function toFraction(text: string): readonly [bigint, bigint] {
  const [whole = '0', fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

/** A positive number without an exponent, to 18 digits after the point. */
function toPlainText(value: number): string {
  const text = String(value)
  return /e/.test(text) ? value.toFixed(18).replace(/\.?0+$/, '') : text
}
