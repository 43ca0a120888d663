/** The sum of two decimal texts of at least zero, exact. */
export function addDecimals(one: string, other: string): string {
  const parts = [one, other].map(text => text.split('.'))
  const places = Math.max(...parts.map(([, fraction = '']) => fraction.length))
  const [a = 0n, b = 0n] = parts.map(([whole = '0', fraction = '']) =>
    BigInt(whole + fraction.padEnd(places, '0')),
  )
  const digits = (a + b).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
