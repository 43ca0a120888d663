import type { StorageLike } from '../../contract/storage.ts'

/** A store that forgets with the page; stands in where the browser has none or blocks it. */
export function createMemoryStorage(): StorageLike {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}

/** The page's localStorage, or memory where there is none or reading it throws (F31, sandboxed frames). */
export function pageStorage(): StorageLike {
  try {
    const store = globalThis.localStorage
    if (store) return store
  } catch {
    // Blocked by the browser's settings.
  }
  return createMemoryStorage()
}
