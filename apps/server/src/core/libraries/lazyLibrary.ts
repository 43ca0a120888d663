import { createRequire } from 'node:module'
import { once } from './once.ts'

const load = createRequire(import.meta.url)

/**
 * Loads a library on its first use: a process may never need most of what a start could load. Loads synchronously, so
 * that its callers can stay synchronous.
 */
export function lazyLibrary<T>(name: string): () => T {
  return once(() => load(name) as T)
}
