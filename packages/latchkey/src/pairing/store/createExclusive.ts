/** Steps that exclude each other, in this tab and, by Web Locks, in the others (F36). */
export function createExclusive(
  name: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): <T>(what: string, step: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (what, step) => {
    if (locks) return locks.request(`${name}/${what}`, step) as ReturnType<typeof step>
    const next = (last.get(what) ?? Promise.resolve()).then(step, step)
    const done = next.then(
      () => undefined,
      () => undefined,
    )
    last.set(what, done)
    void done.then(() => last.get(what) === done && last.delete(what))
    return next
  }
}
