/** Reading what wallets and nodes hand over: it may be null, a proxy, or have getters that throw. */

/** A property of a foreign value; undefined when it has none or throws. */
export function fieldOf(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name]
  } catch {
    return undefined
  }
}

/** The first items of a foreign list; undefined when it is none. */
export function itemsOf(value: unknown, most: number): readonly unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.prototype.slice.call(value, 0, most) : undefined
  } catch {
    return undefined
  }
}

// Control, bidi, zero-width and other characters that show nothing or reorder what is around them.
const invisible = /[\p{C}\p{DI}\u2800]+/gu

/** A stranger's text on one line as it may be shown; undefined when nothing of it is left (T67). */
export function textOf(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = value
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
  return [...clean].slice(0, most).join('').trim() || undefined
}
