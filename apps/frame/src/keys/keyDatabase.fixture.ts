import { createMemoryDatabase } from './createMemoryDatabase.ts'
import type { KeyDatabase } from './keyDatabase.ts'

/** A database that keeps what a browser's would, in memory: copies, and keys that stay unreadable. */
export function memoryDatabase(): KeyDatabase & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>()
  const plain = createMemoryDatabase(kept)
  return {
    ...plain,
    kept,
    read: async name => structuredClone(await plain.read(name)),
    write: (name, value) => plain.write(name, structuredClone(value)),
  }
}
