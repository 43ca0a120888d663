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
  /** Records each event from now on; the returned function stops the recording and returns the recorded events. */
  tape(): () => readonly (readonly [event: string, ...values: unknown[]])[]
}

type Emission = readonly [event: string, ...values: unknown[]]

/** A listener as it was added: the same one may be there twice. */
interface Entry {
  readonly listener: Listener
  readonly isOnce: boolean
}

/** Makes an event hub in which one listener's fault does not reach the others. */
export function createListeners(): Listeners {
  const byEvent = new Map<string, readonly Entry[]>()
  const tapes = new Set<Emission[]>()

  function add(event: string, entry: Entry) {
    byEvent.set(event, [...(byEvent.get(event) ?? []), entry])
  }

  function remove(event: string, matches: (entry: Entry) => boolean) {
    const entries = byEvent.get(event) ?? []
    const index = entries.findIndex(matches)
    if (index >= 0) byEvent.set(event, entries.toSpliced(index, 1))
  }

  return {
    on: (event, listener) => add(event, { listener, isOnce: false }),
    once: (event, listener) => add(event, { listener, isOnce: true }),
    off: (event, listener) => remove(event, entry => entry.listener === listener),
    emit(event, ...values) {
      for (const notes of tapes) notes.push([event, ...values])
      for (const entry of byEvent.get(event) ?? []) {
        if (entry.isOnce) remove(event, other => other === entry)
        try {
          const call = entry.listener as (...given: unknown[]) => void
          call(...values)
        } catch (error) {
          // As an EventTarget does: the fault is reported, the other listeners are still called.
          console.error(error)
        }
      }
    },
    count(event) {
      if (event !== undefined) return byEvent.get(event)?.length ?? 0
      return [...byEvent.values()].reduce((total, entries) => total + entries.length, 0)
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
