/** What a wallet says of itself, as it may be shown: bounded, on one line, with an icon that loads nothing (T21). */

const iconPattern = /^data:image\/(svg\+xml|png|webp|gif|jpeg)[;,]/
const longestIcon = 65_536
const plain = /^[ -~]*$/
// Control, bidi, zero-width and other characters that show nothing or reorder what is around them.
const invisible = /[\p{C}\p{DI}\u2800]+/gu
// Marks that pile up on one letter until they cover the rows around it.
const stacked = /(\p{M}{2})\p{M}+/gu

/** A name of at most 40 characters; a name that shows nothing is `Browser wallet`. */
export function shownName(name: string): string {
  const line = name.slice(0, 400).replace(/\s+/g, ' ')
  // Plain letters need none of the tables, which take a while to be made.
  const clean = plain.test(line) ? line : line.replace(invisible, '').replace(stacked, '$1')
  return [...clean].slice(0, 40).join('').trim() || 'Browser wallet'
}

/** A picture as a data URI of at most 64 KB; undefined for any other value. */
export function shownIcon(icon: unknown): string | undefined {
  return matching(icon, iconPattern, longestIcon)
}

/** The text without white space around it, where it is one of the pattern and not too long. */
export function matching(value: unknown, pattern: RegExp, longest = 100): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return
  // Some wallets begin their icon with a line break.
  const trimmed = value.trim()
  return pattern.test(trimmed) ? trimmed : undefined
}
