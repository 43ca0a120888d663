/** The member at a path of names in an answer; undefined where there is none. */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}
