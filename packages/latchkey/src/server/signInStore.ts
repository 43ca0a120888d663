/**
 * Remembers keys for a time: nonces that were used, and sessions that were signed out of. One process uses its memory; several
 * need a shared store. Nothing is stored for a nonce that was only requested.
 */
export interface SignInStore {
  /**
   * Marks a key until a time (milliseconds since 1970), after which the store may delete it. Of many callers at once exactly
   * one hears `true` (T23). One conditional statement does it: `INSERT … ON CONFLICT DO NOTHING RETURNING key`, or Redis'
   * `SET key 1 PXAT time NX`.
   */
  mark(key: string, until: number): Promise<boolean>
  /** Whether a key was marked and its time is not over. */
  isMarked(key: string, now: number): Promise<boolean>
}

/**
 * Marks in memory, at most so many of a kind (the part of a key before its space): beyond that the oldest is dropped. So a
 * flood of used nonces drops no session that was signed out of.
 */
export function createMemoryStore(limit = 100_000, now: () => number = Date.now): SignInStore {
  const kinds = new Map<string, Map<string, number>>()
  const keysOf = (key: string): Map<string, number> => {
    const kind = key.slice(0, Math.max(0, key.indexOf(' ')))
    const keys = kinds.get(kind) ?? new Map<string, number>()
    kinds.set(kind, keys)
    return keys
  }
  return {
    async mark(key, until) {
      const keys = keysOf(key)
      if ((keys.get(key) ?? 0) > now()) return false
      keys.delete(key)
      keys.set(key, until)
      for (const [oldest, end] of keys) {
        if (keys.size <= limit && end > now()) break
        keys.delete(oldest)
      }
      return true
    },
    async isMarked(key, at) {
      return (keysOf(key).get(key) ?? 0) > at
    },
  }
}
