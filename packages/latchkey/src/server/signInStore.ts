/** The store of unused nonces. One process uses its memory; several need a shared store. */
export interface SignInStore {
  /** Keeps a key until a time (milliseconds since 1970). Most are never taken: what has expired is the store's to delete. */
  put(key: string, expiresAt: number): Promise<void>
  /**
   * Takes a key out, and says whether it was there and not expired: of many callers at once exactly one hears `true` (T23).
   * One conditional statement does it: `DELETE … WHERE key = ? AND expires_at > ? RETURNING key`, or Redis' `GETDEL`.
   */
  take(key: string, now: number): Promise<boolean>
}

/** Nonces in memory, at most so many: beyond that the oldest is dropped, and its visitor has to request another. */
export function createMemoryStore(limit = 100_000): SignInStore {
  const keys = new Map<string, number>()
  return {
    async put(key, expiresAt) {
      // All of them live equally long, so that the oldest stands first.
      const [oldest] = keys.keys()
      if (keys.size >= limit && oldest !== undefined) keys.delete(oldest)
      keys.set(key, expiresAt)
    },
    async take(key, now) {
      const expiresAt = keys.get(key)
      return keys.delete(key) && expiresAt !== undefined && expiresAt > now
    },
  }
}
