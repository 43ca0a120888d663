/** Nothing of it changes from now on: what is shown is what is signed (T62). */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
