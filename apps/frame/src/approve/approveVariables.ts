import type { ThemeVariables } from 'latchkey/ui'

/** CSS pixels of the master size: the smallest is the wallet's own, the largest still fits a phone. */
const [least, most] = [10, 16]

/**
 * The host's look, as an approval takes it: with the wallet's own font, because a font of symbols hides what is read, and
 * in a size that can be read (S11).
 */
export function approveVariables({ fontFamily: _, fontSizeMaster, ...rest }: ThemeVariables): ThemeVariables {
  const size = typeof fontSizeMaster === 'number' ? fontSizeMaster : Number.parseFloat(fontSizeMaster ?? '')
  return { ...rest, ...(Number.isFinite(size) && { fontSizeMaster: Math.min(most, Math.max(least, size)) }) }
}
