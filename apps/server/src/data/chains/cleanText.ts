// Control, format (bidi among them), private and unassigned characters, lines' and paragraphs' ends, and a blank that
// is none: whatever makes a name look like something else, or like nothing (T67).
const unseen = /[\p{C}\p{Zl}\p{Zp}\u2800\u3164\uffa0\u115f\u1160]/gu
/** More marks than any writing stacks on one letter. */
const piled = /(\p{M}{3})\p{M}+/gu

/**
 * A stranger's text as it may be shown: no character that is not seen, spaces joined, at most `limit` UTF-16 units;
 * null when nothing is left.
 */
export function cleanText(value: unknown, limit: number): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .slice(0, limit * 16)
    .toWellFormed()
    .replace(/[\t\n\r]/g, ' ')
    .replace(unseen, '')
    .replaceAll('\ufffd', '')
    .normalize('NFC')
    .replace(piled, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > limit) break
    kept += character
  }
  return kept.trim() || null
}
