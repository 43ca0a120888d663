import { createError } from '../../../contract/errors/createError.ts'

/** Locks by name among all tabs of the page's origin; within this tab alone where the browser has or grants none. */
export interface JournalLocks {
  /** Runs when the name is free, in turn. */
  inTurn<T>(name: string, run: () => Promise<T>): Promise<T>
  /**
   * Runs only if the name is free now.
   * @throws LatchkeyError SEND_BUSY.
   */
  alone<T>(name: string, run: () => Promise<T>): Promise<T>
  isHeld(name: string): Promise<boolean>
}

/** The browser's locks, which end with a tab that is closed or reloaded; `null` for none. */
export function createJournalLocks(
  locks: LockManager | null | undefined = globalThis.navigator?.locks,
): JournalLocks {
  const held = new Map<string, Promise<unknown>>()

  /** With the browser's lock; with none where the browser has none, or denies it as it does to a sandboxed frame. */
  async function request<T>(
    name: string,
    options: LockOptions,
    run: (lock: Lock | null) => Promise<T>,
    withNone: () => Promise<T>,
  ): Promise<T> {
    let hasBegun = false
    try {
      if (locks)
        return await locks.request(name, options, lock => {
          hasBegun = true
          return run(lock)
        })
    } catch (cause) {
      if (hasBegun) throw cause
    }
    return withNone()
  }

  function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    return request(name, {}, run, async () => {
      for (let before = held.get(name); before; before = held.get(name)) await before
      return keep(name, run)
    })
  }

  function alone<T>(name: string, run: () => Promise<T>): Promise<T> {
    const ifFree = async (isFree: boolean, begin: () => Promise<T>): Promise<T> => {
      if (!isFree) throw createError('SEND_BUSY')
      return begin()
    }
    return request(
      name,
      { ifAvailable: true },
      lock => ifFree(lock !== null, run),
      () => ifFree(!held.has(name), () => keep(name, run)),
    )
  }

  function keep<T>(name: string, run: () => Promise<T>): Promise<T> {
    const running = run()
    const over = running.then(
      () => void held.delete(name),
      () => void held.delete(name),
    )
    held.set(name, over)
    return running
  }

  return {
    inTurn,
    alone,
    async isHeld(name) {
      const all = await locks?.query().catch(() => null)
      return held.has(name) || all?.held?.some(lock => lock.name === name) === true
    },
  }
}
