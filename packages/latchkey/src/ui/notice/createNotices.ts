import type { Clock } from '../clock.ts'
import { type Notice, type NoticeEvent, type NoticeState, noticeTransition } from './noticeTransition.ts'

export interface Notices {
  show(notice: Notice): void
  close(): void
  getSnapshot(): NoticeState
  subscribe(listener: () => void): () => void
  destroy(): void
}

/** Creates the in-card notice of one widget, driven by its clock. */
export function createNotices({ clock }: { readonly clock: Pick<Clock, 'setTimeout'> }): Notices {
  let state: NoticeState = { phase: 'closed' }
  let cancel: (() => void) | undefined
  const listeners = new Set<() => void>()
  const dispatch = (event: NoticeEvent) => {
    const before = state.phase
    state = noticeTransition(state, event)
    // Another one takes the place of one that waits, without a longer wait.
    if (before !== 'waiting' || state.phase !== 'waiting') {
      cancel?.()
      cancel =
        state.phase === 'closed' || state.lasts === null
          ? undefined
          : clock.setTimeout(() => dispatch({ type: 'over' }), state.lasts)
    }
    for (const listener of [...listeners]) listener()
  }
  return {
    show: notice => dispatch({ type: 'show', notice }),
    close: () => dispatch({ type: 'close' }),
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      cancel?.()
      listeners.clear()
    },
  }
}
