/** Gives back the old value wherever the new one says the same, so that selectors can compare by identity. */
export function keepStable<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next
  if (typeof before !== 'object' || typeof next !== 'object' || before === null || next === null) return next
  const old = before as Record<string, unknown>
  const keys = Object.keys(next)
  let same = keys.length === Object.keys(old).length && Array.isArray(before) === Array.isArray(next)
  const copy = (Array.isArray(next) ? [] : {}) as Record<string, unknown>
  for (const key of keys) {
    copy[key] = keepStable(old[key], (next as Record<string, unknown>)[key])
    same &&= key in old && Object.is(copy[key], old[key])
  }
  return (same ? before : Object.freeze(copy)) as T
}
