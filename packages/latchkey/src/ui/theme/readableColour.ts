import { contrast } from './contrast.ts'
import { mixColour } from './mixColour.ts'
import type { Colour } from './parseColour.ts'

export const black: Colour = [0, 0, 0, 1]
export const white: Colour = [255, 255, 255, 1]

/** The nearest shade of `colour` that reaches `ratio` on every surface; black or white where no shade can. */
export function readableColour(colour: Colour, surfaces: readonly Colour[], ratio = 4.5): Colour {
  const worst = (shade: Colour) => Math.min(...surfaces.map(surface => contrast(shade, surface)))
  const end = worst(black) > worst(white) ? black : white
  for (let part = 0; part < 1; part += 0.02) {
    const shade = mixColour(colour, end, part)
    if (worst(shade) >= ratio) return shade
  }
  return end
}
