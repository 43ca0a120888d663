import { createRequire } from 'node:module'
import { once } from './once.ts'

const load = createRequire(import.meta.url)

/**
 * A library that is loaded when somebody first asks for it: of what a start could load, most is for what this process may never
 * be asked. It loads without a promise, so that what needs it may be as synchronous as it is.
 */
export function lazyLibrary<T>(name: string): () => T {
  return once(() => load(name) as T)
}
