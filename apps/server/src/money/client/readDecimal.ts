/** Digits that a number may have once it is written out; a longer one is no amount. */
const mostDigits = 60

/**
 * The decimal text of a number as JSON writes it, without exponent, leading zeros, or zeros at its end: exact, never through a double
 * (T74). Undefined for a negative number, and for one of more than 60 digits.
 */
export function readDecimal(source: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(source) ?? []
  if (whole === undefined) return undefined
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (Math.abs(point) > mostDigits) return undefined
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0')
  const at = Math.max(1, point)
  const left = padded
    .slice(0, at)
    .padEnd(at, '0')
    .replace(/^0+(?=\d)/, '')
  const right = padded.slice(at).replace(/0+$/, '')
  if (left.length + right.length > mostDigits) return undefined
  return right === '' ? left : `${left}.${right}`
}
