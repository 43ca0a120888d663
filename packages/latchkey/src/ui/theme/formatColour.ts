import type { Colour } from './parseColour.ts'

/** Writes a colour as `#rrggbb`, or as `rgb(r g b / a)` when it is not opaque. */
export function formatColour([red, green, blue, alpha]: Colour): string {
  if (alpha < 1) return `rgb(${red} ${green} ${blue} / ${Number(alpha.toFixed(3))})`
  return `#${[red, green, blue].map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}
