import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'

/** What a frame stores where its browser stores nothing for it: it ends with the page, unless a note of it is kept elsewhere. */
export interface PageMemory {
  /** Of the frame's store, by their names. */
  readonly kept: Map<string, unknown>
  /** Of the key database: the device's keys, and its encrypted key shares. */
  readonly keys: Map<string, unknown>
  /** Calls back after each change, once for all changes of one task. */
  watch(listener: () => void): void
}

export function createPageMemory(): PageMemory {
  const listeners = new Set<() => void>()
  let isDue = false
  const changed = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      for (const listener of listeners) listener()
    })
  }
  return {
    kept: watchedMap(changed),
    keys: watchedMap(changed),
    watch: listener => void listeners.add(listener),
  }
}

function watchedMap(changed: () => void): Map<string, unknown> {
  const map = new Map<string, unknown>()
  const set = map.set.bind(map)
  const remove = map.delete.bind(map)
  const clear = map.clear.bind(map)
  return Object.assign(map, {
    set(name: string, value: unknown) {
      set(name, value)
      changed()
      return map
    },
    delete(name: string) {
      const had = remove(name)
      if (had) changed()
      return had
    },
    clear() {
      clear()
      changed()
    },
  })
}

/** The memory of a page. */
export const pageMemoryOf = (frame: Frame): PageMemory => oneOf(frame, createPageMemory)
