import type { KeyDatabase } from './keyDatabase.ts'

/** Keys that end with the page. */
export function createMemoryDatabase(kept = new Map<string, unknown>()): KeyDatabase {
  return {
    read: async name => kept.get(name),
    async write(name, value) {
      kept.set(name, value)
    },
    async delete(name) {
      kept.delete(name)
    },
    list: async () => [...kept.keys()],
  }
}
