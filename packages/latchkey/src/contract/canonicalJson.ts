/**
 * Returns the one canonical text of a JSON value: members sorted by name, no spaces (as RFC 8785). Two sides thus sign
 * and digest the same bytes.
 * @throws TypeError for values that JSON cannot carry, for fractions, and for nesting deeper than 8.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value)
  if (depth < 8 && Array.isArray(value)) return `[${value.map(each => canonicalJson(each, depth + 1))}]`
  if (depth < 8 && typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    members.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`)}}`
  }
  throw new TypeError('Not a value that has a canonical form')
}
