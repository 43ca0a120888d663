/** A listener of a wallet's event. */
export type Listener = (...values: never[]) => void

/** The events of one simulated wallet. */
export interface Listeners {
  on(event: string, listener: Listener): void
  once(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, ...values: unknown[]): void
  /** Number of listeners of one event, or of all. */
  count(event?: string): number
  /** Removes every listener. */
  clear(): void
  /** Notes each event from now on; the returned function ends that and hands over what was noted. */
  tape(): () => readonly (readonly [event: string, ...values: unknown[]])[]
}

type Emission = readonly [event: string, ...values: unknown[]]

/** Makes an event hub in which one listener's fault does not reach the others. */
export function createListeners(): Listeners {
  const byEvent = new Map<string, Listener[]>()
  const tapes = new Set<Emission[]>()

  function on(event: string, listener: Listener) {
    byEvent.set(event, [...(byEvent.get(event) ?? []), listener])
  }

  function off(event: string, listener: Listener) {
    const listeners = byEvent.get(event) ?? []
    const index = listeners.indexOf(listener)
    if (index >= 0) byEvent.set(event, listeners.toSpliced(index, 1))
  }

  return {
    on,
    off,
    once(event, listener) {
      const wrapped: Listener = (...values) => {
        off(event, wrapped)
        listener(...values)
      }
      on(event, wrapped)
    },
    emit(event, ...values) {
      for (const notes of tapes) notes.push([event, ...values])
      for (const listener of byEvent.get(event) ?? []) {
        try {
          const call = listener as (...given: unknown[]) => void
          call(...values)
        } catch (error) {
          // As an EventTarget does: the fault is reported, the other listeners are still called.
          console.error(error)
        }
      }
    },
    count(event) {
      if (event !== undefined) return byEvent.get(event)?.length ?? 0
      return [...byEvent.values()].reduce((total, listeners) => total + listeners.length, 0)
    },
    clear: () => byEvent.clear(),
    tape() {
      const notes: Emission[] = []
      tapes.add(notes)
      return () => {
        tapes.delete(notes)
        return notes
      }
    },
  }
}
