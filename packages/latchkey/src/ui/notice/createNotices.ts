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
export function createNotices({ clock }: { readonly clock: Clock }): Notices {
  let state: NoticeState = { phase: 'closed' }
  let cancel: (() => void) | undefined
  const listeners = new Set<() => void>()
  const dispatch = (event: NoticeEvent) => {
    const next = noticeTransition(state, event)
    if (next === state) return
    state = next
    cancel?.()
    cancel = undefined
    if (state.phase !== 'closed' && state.until !== null) {
      cancel = clock.setTimeout(() => dispatch({ type: 'time', now: clock.now() }), state.until - clock.now())
    }
    for (const listener of [...listeners]) listener()
  }
  return {
    show: notice => dispatch({ type: 'show', notice, now: clock.now() }),
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
