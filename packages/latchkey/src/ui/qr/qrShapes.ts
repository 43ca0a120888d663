import { encode } from 'uqr'

export interface QrShapes {
  /** Modules a side. */
  readonly size: number
  /** Lines along the middle of neighbouring modules, to be drawn with round ends; path data. */
  readonly lines: string
  /** Where the three finders begin. */
  readonly finders: readonly (readonly [x: number, y: number])[]
  /** Modules a side that are left free in the middle. */
  readonly middle: number
}

const finder = 7
/** The picture's share of a side: a twentieth of the code's area, of which a quarter can be lost. */
const middleShare = 0.22

/** Returns the shapes of a QR code: adjacent modules become one rounded line, along and down. */
export function qrShapes(text: string, withMiddle: boolean): QrShapes {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 })
  // Odd as the size is, so that it stands in the middle to the module.
  const middle = withMiddle ? 2 * Math.floor((size * middleShare) / 2) + 1 : 0
  const edge = (size - middle) / 2
  const isFree = (at: number) => at >= edge && at < size - edge
  const isFinder = (x: number, y: number) =>
    (y < finder && (x < finder || x >= size - finder)) || (x < finder && y >= size - finder)
  const isDark = (x: number, y: number) =>
    data[y]?.[x] === true && !isFinder(x, y) && !(isFree(x) && isFree(y))

  const parts: string[] = []
  for (let line = 0; line < size; line++) {
    let along = 0
    let down = 0
    for (let at = 0; at <= size; at++) {
      if (isDark(at, line)) along++
      else {
        if (along > 0) parts.push(`M${at - along + 0.5} ${line + 0.5}h${along - 1}`)
        along = 0
      }
      if (isDark(line, at)) down++
      else {
        if (down > 1) parts.push(`M${line + 0.5} ${at - down + 0.5}v${down - 1}`)
        down = 0
      }
    }
  }
  const far = size - finder
  return {
    size,
    lines: parts.join(''),
    finders: [
      [0, 0],
      [far, 0],
      [0, far],
    ],
    middle,
  }
}
