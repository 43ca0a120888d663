import type { Amount } from 'latchkey/contract'

/** Decimals of a price that count. */
const scale = 18

/**
 * An amount's worth, for display: multiplied exactly and rounded once to the nearest floating-point number, so that no
 * amount loses digits on the way (DECISIONS C13).
 */
export function fiatValue({ value, decimals }: Amount, price: number): number {
  const product = value * toScaled(price)
  const digits = product.toString().padStart(decimals + scale + 1, '0')
  const point = digits.length - decimals - scale
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** The price in units of 10⁻¹⁸, from its shortest decimal text. */
function toScaled(price: number): bigint {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  const power = scale + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power)
}
