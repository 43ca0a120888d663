/** Values from messages of another party: plain JSON of bounded size. */
import * as v from 'valibot'

/** A plain JSON value. */
export type JsonValue = null | boolean | number | string | JsonList | JsonObject

/** These two have names because a host's compiler that checks declarations too goes astray in a type that holds itself. */
export interface JsonList extends ReadonlyArray<JsonValue> {}
/** A plain JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** How deep values may lie in one another. */
const deepest = 32

/**
 * Makes a schema for plain JSON of at most about the given number of characters. It refuses what a structured clone can
 * hold beyond JSON: maps, keys, cycles and own `__proto__` members.
 */
// @__NO_SIDE_EFFECTS__
export function jsonValue(most: number) {
  return v.custom<JsonValue>(value => isJson(value, most), 'is no JSON, or too much of it')
}

function isJson(value: unknown, most: number): boolean {
  let left = most
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next
    left -= typeof value === 'string' ? value.length + 2 : 2
    if (left < 0 || depth > deepest) return false
    if (value === null || typeof value === 'boolean' || typeof value === 'string') continue
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return false
      continue
    }
    if (typeof value !== 'object') return false
    if (Array.isArray(value)) {
      // A list with holes can be long without holding anything.
      if (value.length > left) return false
      for (const item of value) stack.push({ value: item, depth: depth + 1 })
      continue
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const [name, item] of Object.entries(value)) {
      if (name === '__proto__') return false
      left -= name.length
      stack.push({ value: item, depth: depth + 1 })
    }
    if (left < 0) return false
  }
  return true
}
