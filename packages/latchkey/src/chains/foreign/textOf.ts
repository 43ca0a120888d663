// Control, bidi, zero-width and other characters that show nothing or reorder what is around them.
const invisible = /[\p{C}\p{DI}\u2800]+/gu

/** Returns a foreign text on one line, safe to show; undefined when nothing of it is left (T67). */
export function textOf(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
  return [...clean].slice(0, most).join('').trim() || undefined
}
