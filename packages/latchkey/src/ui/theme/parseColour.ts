/** Red, green, blue in 0–255, alpha in 0–1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const call = /^(rgb|hsl)a?\(([\d.,%/\s+-]{1,60}|[\d.,%/\s+-]{1,20}deg[\d.,%/\s+-]{1,40})\)$/i

/** Reads a hex, `rgb()` or `hsl()` colour; null for anything else, so that no free text can reach a stylesheet. */
export function parseColour(text: unknown): Colour | null {
  if (typeof text !== 'string' || text.length > 72) return null
  const value = text.trim()
  if (hex.test(value)) return parseHex(value.slice(1))
  const [, name, inside] = call.exec(value) ?? []
  if (name === undefined || inside === undefined) return null
  const parts = inside.trim().split(/\s*[,/]\s*|\s+/)
  if (parts.length !== 3 && parts.length !== 4) return null
  const alpha = parts[3] === undefined ? 1 : number(parts[3], 1, 0, 1)
  const [a, b, c] = parts
  if (name.toLowerCase() === 'rgb')
    return colour(number(a, 255, 0, 255), number(b, 255, 0, 255), number(c, 255, 0, 255), alpha)
  if (!b?.endsWith('%') || !c?.endsWith('%')) return null
  const hue = number(a?.replace(/deg$/i, ''), Number.NaN, -3600, 3600)
  return fromHsl(((hue % 360) + 360) % 360, number(b, 1, 0, 1), number(c, 1, 0, 1), alpha)
}

function parseHex(digits: string): Colour | null {
  const long = digits.length < 5 ? digits.replace(/./g, '$&$&') : digits
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return colour(at(0), at(2), at(4), long.length === 8 ? at(6) / 255 : 1)
}

/** A number or, where `whole` says what 100 % is, a percentage, clamped; NaN when it is neither. */
function number(text: string | undefined, whole: number, least: number, most: number): number {
  if (text === undefined || !/^[+-]?(?:\d+\.?\d*|\.\d+)%?$/.test(text)) return Number.NaN
  const value = text.endsWith('%') ? (Number.parseFloat(text) / 100) * whole : Number.parseFloat(text)
  return Math.min(most, Math.max(least, value))
}

function fromHsl(hue: number, saturation: number, lightness: number, alpha: number): Colour | null {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12
    return (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255
  }
  return colour(channel(0), channel(8), channel(4), alpha)
}

function colour(red: number, green: number, blue: number, alpha: number): Colour | null {
  const whole: Colour = [Math.round(red), Math.round(green), Math.round(blue), alpha]
  return whole.some(Number.isNaN) ? null : whole
}
