import { createError } from '../../contract/errors/createError.ts'

/** Locks by name among all tabs of the page's origin; within this tab alone where the browser has none. */
export interface SendLocks {
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
export function createSendLocks(
  locks: LockManager | null | undefined = globalThis.navigator?.locks,
): SendLocks {
  const held = new Map<string, Promise<unknown>>()

  async function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (locks) return locks.request(name, run)
    for (let before = held.get(name); before; before = held.get(name)) await before
    return keep(name, run)
  }

  async function alone<T>(name: string, run: () => Promise<T>): Promise<T> {
    const busy = () => createError('SEND_BUSY')
    if (!locks) {
      if (held.has(name)) throw busy()
      return keep(name, run)
    }
    return locks.request(name, { ifAvailable: true }, async lock => {
      if (!lock) throw busy()
      return run()
    })
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
      if (!locks) return held.has(name)
      const { held: all = [] } = await locks.query()
      return all.some(lock => lock.name === name)
    },
  }
}
