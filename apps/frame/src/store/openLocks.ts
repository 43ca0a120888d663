type Locks = Pick<LockManager, 'request'> & Partial<Pick<LockManager, 'query'>>

/** The browser's locks, or this page's own where it is given none: a page without storage shares nothing with others (F30). */
export async function openLocks(browser: () => Locks): Promise<Locks> {
  try {
    const locks = browser()
    await locks.request('latchkey', () => undefined)
    return locks
  } catch {
    return createPageLocks()
  }
}

/** Creates locks for one page: requests for a name take turns. */
function createPageLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, work: (lock: null) => unknown) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(() => work(null))
    last.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
  // Of the browser's ways to ask, this page uses the one.
  return { request } as Locks
}
