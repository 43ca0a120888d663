// Control, bidi, zero-width and other characters that show nothing or reorder what is around them.
const invisible = /[\p{C}\p{DI}\u2800]+/gu
// Marks that pile up on one letter until they cover the rows around it.
const stacked = /(\p{M}{2})\p{M}+/gu

/** A stranger's name as it may be shown: what hides or reorders is taken out, at most 64 characters unless said otherwise (T67). */
export function cleanName(name: string, longest = 64): string | undefined {
  const clean = name
    .slice(0, longest * 6)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .replace(stacked, '$1')
  return [...clean].slice(0, longest).join('').trim() || undefined
}
