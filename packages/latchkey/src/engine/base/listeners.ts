/** Sets of listeners: each subscription counts by itself, and one that throws does not affect the others (DECISIONS C2). */

/** Adds a listener. Returns the function that removes it. */
export function listen<T>(set: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  // A function of its own, so that the same listener may be added twice and taken away once.
  const own = (value: T) => listener(value)
  set.add(own)
  return () => {
    set.delete(own)
  }
}

/** Calls every listener of the moment. A fault becomes the page's error event, like one in the host's own handlers. */
export function notify<T>(
  set: Iterable<(value: T) => void>,
  value: T,
  // Node has no `reportError`.
  report: (cause: unknown) => void = cause => (globalThis.reportError ?? console.error)(cause),
): void {
  for (const listener of [...set]) {
    try {
      listener(value)
    } catch (cause) {
      report(cause)
    }
  }
}
