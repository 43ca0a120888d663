import type { Frame } from '../frame.ts'
import { openLocks } from './openLocks.ts'

/** The one set of locks of this page, opened with the first that is asked for. */
export function locksOf({ rooms }: Pick<Frame, 'rooms'>): Pick<LockManager, 'request'> {
  const opened = () => {
    const known = rooms.get('locks') as ReturnType<typeof openLocks> | undefined
    if (known) return known
    const locks = openLocks(() => navigator.locks)
    rooms.set('locks', locks)
    return locks
  }
  const request = async (name: string, work: LockGrantedCallback<unknown>) =>
    (await opened()).request(name, work)
  // Of the browser's ways to ask, this page uses the one.
  return { request } as Pick<LockManager, 'request'>
}
