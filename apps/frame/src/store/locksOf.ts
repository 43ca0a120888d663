import type { Frame } from '../frame.ts'
import { openLocks } from './openLocks.ts'

/** Locks of this page and, where the browser has them, of its others. */
export interface Locks extends Pick<LockManager, 'request'> {
  /** Whether any page holds one of that name; undefined: nobody knows of other pages. */
  isHeld?(name: string): Promise<boolean | undefined>
}

/** The one set of locks of this page, opened with the first that is asked for. */
export function locksOf({ rooms }: Pick<Frame, 'rooms'>): Locks {
  const opened = () => {
    const known = rooms.get('locks') as ReturnType<typeof openLocks> | undefined
    if (known) return known
    const locks = openLocks(() => navigator.locks)
    rooms.set('locks', locks)
    return locks
  }
  const request = async (name: string, work: LockGrantedCallback<unknown>) =>
    (await opened()).request(name, work)
  const isHeld = async (name: string) => {
    const known = await (await opened()).query?.()
    return known?.held?.some(lock => lock.name === name)
  }
  // Of the browser's ways to ask, this page uses the one.
  return { request, isHeld } as Locks
}
