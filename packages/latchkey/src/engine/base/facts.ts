import type { FactListener, FactMap, FactType } from '../../contract/facts.ts'
import { listen, notify } from './listeners.ts'

/** Emits facts to listeners; a listener that throws does not affect the others (DECISIONS C2). */
export interface Facts {
  on<T extends FactType>(type: T, listener: FactListener<T>): () => void
  emit<T extends FactType>(type: T, fact: FactMap[T]): void
}

type Listeners = { [T in FactType]?: Set<FactListener<T>> }

/** Makes a facts channel. Faults of listeners go to `report`, by default to the page's error event. */
export function createFacts(report?: (cause: unknown) => void): Facts {
  const listeners: Listeners = {}
  function of<T extends FactType>(type: T): Set<FactListener<T>> {
    const set = (listeners[type] ?? new Set()) as Set<FactListener<T>>
    listeners[type] = set as Listeners[T]
    return set
  }
  return {
    on: (type, listener) => listen(of(type), listener),
    emit: (type, fact) => notify(of(type), fact, report),
  }
}
