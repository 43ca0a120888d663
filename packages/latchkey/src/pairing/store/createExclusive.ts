/** Steps that exclude each other, in this tab and, by Web Locks, in the others (F36). */
export function createExclusive(
  name: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): <T>(what: string, step: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()

  function inTab<T>(what: string, step: () => Promise<T>): Promise<T> {
    const next = (last.get(what) ?? Promise.resolve()).then(step, step)
    const done = next.then(
      () => undefined,
      () => undefined,
    )
    last.set(what, done)
    void done.then(() => last.get(what) === done && last.delete(what))
    return next
  }

  return async (what, step) => {
    if (!locks) return inTab(what, step)
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      return step()
    }
    try {
      return await locks.request(`${name}/${what}`, begin)
    } catch (cause) {
      if (hasBegun) throw cause
      // Denied, as in a sandboxed frame.
      return inTab(what, step)
    }
  }
}
