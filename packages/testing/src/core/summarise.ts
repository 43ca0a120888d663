const maxDepth = 8
const maxItems = 200
const maxText = 2_000

/**
 * A bounded plain copy of any value, for logs: safe to keep, to show and to send out of the page.
 * Long text is cut and says so, deep or cyclic parts are named, getters that throw are named.
 */
export function summarise(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > maxText ? `${value.slice(0, maxText)}… (${value.length} characters)` : value
    case 'bigint':
      return `${value}n`
    case 'function':
      return '[function]'
    case 'symbol':
      return String(value)
    case 'object':
      return value === null ? null : summariseObject(value, depth)
    default:
      return value
  }
}

function summariseObject(value: object, depth: number): unknown {
  if (depth >= maxDepth) return '[too deep]'
  try {
    if (Array.isArray(value)) {
      const items = value.slice(0, maxItems).map(item => summarise(item, depth + 1))
      return value.length > maxItems ? [...items, `… (${value.length} items)`] : items
    }
    const fields = Object.keys(value)
      .slice(0, maxItems)
      .map(key => [key, summarise(read(value, key), depth + 1)] as const)
    return Object.fromEntries(fields)
  } catch {
    return '[unreadable]'
  }
}

function read(value: object, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[key]
  } catch {
    return '[unreadable]'
  }
}
