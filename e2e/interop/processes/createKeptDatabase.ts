import type { KeyValueDatabase } from 'latchkey/pairingclient'

/**
 * As a browser's, which its tabs share. It outlives the pairing, not the process: keys that cannot be read out cannot be
 * written to a file either.
 */
export function createKeptDatabase(): KeyValueDatabase {
  const entries = new Map<string, unknown>()
  return {
    kind: 'indexeddb',
    get: async key => structuredClone(entries.get(key)),
    set: async (key, value) => void entries.set(key, structuredClone(value)),
    delete: async key => void entries.delete(key),
    keys: async () => [...entries.keys()],
    close: () => undefined,
  }
}
