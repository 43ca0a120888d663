import type { FactListener, FactMap, FactType } from '../../contract/facts.ts'

/** Tells facts to whoever listens; a listener that throws harms nobody else (DECISIONS C2). */
export interface Facts {
  on<T extends FactType>(type: T, listener: FactListener<T>): () => void
  emit<T extends FactType>(type: T, fact: FactMap[T]): void
}

/** Makes a facts channel. Faults of listeners go to `report`, by default to the page's error event. */
export function createFacts(report: (cause: unknown) => void = cause => reportFault(cause)): Facts {
  const listeners: { [T in FactType]?: Set<FactListener<T>> } = {}
  return {
    on(type, listener) {
      listeners[type] ??= new Set() as never
      const set = listeners[type] as Set<typeof listener>
      set.add(listener)
      return () => set.delete(listener)
    },
    emit(type, fact) {
      for (const listener of [...((listeners[type] ?? []) as Iterable<FactListener<typeof type>>)]) {
        try {
          listener(fact)
        } catch (cause) {
          report(cause)
        }
      }
    },
  }
}

// Reported like an uncaught error of the host's own listener, without stopping ours.
function reportFault(cause: unknown): void {
  if (typeof reportError === 'function') reportError(cause)
  else
    queueMicrotask(() => {
      throw cause
    })
}
