/** A value that screens follow. */
export interface Watched<T> {
  readonly get: () => T
  readonly watch: (listener: () => void) => () => void
}

export function createWatched<T>(first: T): Watched<T> & { set(value: T): void } {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
