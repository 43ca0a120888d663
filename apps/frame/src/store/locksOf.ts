import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { openLocks } from './openLocks.ts'

/** Locks of this page and, where the browser has them, of its others. */
export interface Locks extends Pick<LockManager, 'request'> {
  /** Whether any page holds one of that name; undefined: other pages are unknown. */
  isHeld?(name: string): Promise<boolean | undefined>
}

/** The browser's locks, or this page's own where it has none. */
export const openPageLocks = () => openLocks(() => navigator.locks)

/** The one set of locks of this page, opened with the first that is asked for. */
export function locksOf(frame: Frame): Locks {
  const opened = () => oneOf(frame, openPageLocks)
  const request = async (name: string, work: LockGrantedCallback<unknown>) =>
    (await opened()).request(name, work)
  const isHeld = async (name: string) => {
    const known = await (await opened()).query?.()
    return known?.held?.some(lock => lock.name === name)
  }
  // Of the browser's ways to ask, this page uses the one.
  return { request, isHeld } as Locks
}
