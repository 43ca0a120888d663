/**
 * Characters that are invisible, change the direction of the text around them, or stand for a space: all but line
 * breaks, tabs and the plain space.
 */
const hidden = /[^\P{C}\n\r\t]|\p{DI}|[\u2800\u00a0\u2000-\u200a\u202f\u205f\u3000\u1680]/gu

/** A stranger's text with every letter to be seen: those that cannot are written out (T67). */
export function showHidden(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(
      hidden,
      letter => `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
    .replaceAll('\r', '\n')
}

export function hasHidden(text: string): boolean {
  return text.replaceAll('\r\n', '\n').search(hidden) >= 0
}
