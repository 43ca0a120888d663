// Invisible characters: controls, zero-width and direction marks, tags, separators of lines, the blank braille cell.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]/gu

/** A name or a sentence of a stranger on one line: characters that cannot be seen are gone, and it is cut to `limit` characters. */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  // Cut first: what comes later is not looked at. A character is at most two units long.
  const text = value
    .slice(0, limit * 2 + 64)
    .replace(/[\t\n\r]+/g, ' ')
    .replace(unseen, '')
    .trim()
  const characters = [...text]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text
}

/** Whether a person can read this: text without controls, though it may have lines. */
export function isReadable(text: string): boolean {
  return !/[\p{Cc}\ufffd]/u.test(text.replace(/[\t\n\r]/g, ''))
}

/**
 * Text to be signed, in full: lines stay, and invisible characters are written as their numbers, because leaving them
 * out would show another text than the signed one.
 */
export function signedText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, found => {
    if (found === '\n' || found === '\t') return found
    return `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
