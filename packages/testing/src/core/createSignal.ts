/** Notifies subscribers of a change. */
export interface Signal {
  /** Calls `listener` after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void
  notify(): void
}

/** Makes a signal without subscribers; one subscriber's fault does not reach the others. */
export function createSignal(): Signal {
  const subscribers = new Set<() => void>()
  return {
    subscribe(listener) {
      const own = () => listener()
      subscribers.add(own)
      return () => {
        subscribers.delete(own)
      }
    },
    notify() {
      for (const subscriber of [...subscribers]) {
        try {
          subscriber()
        } catch (error) {
          console.error(error)
        }
      }
    },
  }
}
