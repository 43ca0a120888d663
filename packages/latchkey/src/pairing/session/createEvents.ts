/** Listeners by type; one that throws does not affect the others (DECISIONS C2). */
export interface Events<Map> {
  on<Type extends keyof Map>(type: Type, fn: (event: Map[Type]) => void): () => void
  emit<Type extends keyof Map>(type: Type, event: Map[Type]): void
}

type Listener = (event: never) => void

export function createEvents<Map>(): Events<Map> {
  const listeners = new globalThis.Map<keyof Map, Set<Listener>>()
  return {
    on(type, fn) {
      const set = listeners.get(type) ?? new Set<Listener>()
      listeners.set(type, set)
      // A function of its own, so that the same listener may be added twice and taken away once.
      const own: Listener = event => fn(event)
      set.add(own)
      return () => set.delete(own)
    },
    emit(type, event) {
      for (const listener of [...(listeners.get(type) ?? [])]) {
        try {
          listener(event as never)
        } catch (cause) {
          ;(globalThis.reportError ?? console.error)(cause)
        }
      }
    },
  }
}
