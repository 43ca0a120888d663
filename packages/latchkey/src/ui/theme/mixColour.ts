import type { Colour } from './parseColour.ts'

/** Mixes `part` (0–1) of `other` into `colour`, opaque, rounded to what a stylesheet will show. */
export function mixColour(colour: Colour, other: Colour, part: number): Colour {
  const channel = (index: 0 | 1 | 2) => Math.round(colour[index] + (other[index] - colour[index]) * part)
  return [channel(0), channel(1), channel(2), 1]
}
