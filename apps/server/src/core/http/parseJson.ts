/** Levels of brackets that a body may have; deeper ones only serve to exhaust a stack. */
const deepest = 32

const poisoned: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The value of a JSON body, or undefined: not UTF-8, not JSON, too deep, or with a name that poisons objects (T106). */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isHarmless(value, deepest) ? { value } : undefined
  } catch {
    return undefined
  }
}

function isHarmless(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every(item => isHarmless(item, levels - 1))
  return Object.keys(value).every(
    name => !poisoned.has(name) && isHarmless((value as Record<string, unknown>)[name], levels - 1),
  )
}
