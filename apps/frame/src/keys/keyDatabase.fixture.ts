import type { KeyDatabase } from './keyDatabase.ts'

/** A database that keeps what a browser's would, in memory: copies, and keys that stay unreadable. */
export function memoryDatabase(): KeyDatabase & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>()
  return {
    kept,
    read: async name => structuredClone(kept.get(name)),
    async write(name, value) {
      kept.set(name, structuredClone(value))
    },
    async delete(name) {
      kept.delete(name)
    },
    list: async () => [...kept.keys()],
  }
}
