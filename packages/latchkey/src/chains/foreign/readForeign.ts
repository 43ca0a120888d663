/** Reading what wallets and nodes hand over: it may be null, a proxy, or have getters that throw. */

/** Returns a property of a foreign value; undefined when it has none or throws. */
export function fieldOf(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name]
  } catch {
    return undefined
  }
}

/** Returns the first items of a foreign list; undefined when it is not a list. */
export function itemsOf(value: unknown, most: number): readonly unknown[] | undefined {
  try {
    // Not `slice`: a foreign list chooses what that returns.
    return Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, most) }, (_, at) => value[at])
      : undefined
  } catch {
    return undefined
  }
}
