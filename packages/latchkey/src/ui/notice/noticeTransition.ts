/** A line that the card shows for a moment (SPEC §3, Notification). */
export interface Notice {
  readonly message: string
  readonly variant: 'success' | 'loading' | 'error'
  /** Leaves by itself after 4 s (SPEC §9); default: all but 'loading'. */
  readonly autoClose?: boolean
}

export type NoticeState =
  | { readonly phase: 'closed' }
  | { readonly phase: 'open'; readonly notice: Notice; readonly until: number | null }
  /** The first was closed for a second, which opens after a pause. */
  | { readonly phase: 'waiting'; readonly notice: Notice; readonly until: number }

export type NoticeEvent =
  | { readonly type: 'show'; readonly notice: Notice; readonly now: number }
  | { readonly type: 'close' }
  | { readonly type: 'time'; readonly now: number }

const reopenDelay = 150
const duration = 4000

/** One notice at a time: a second closes the first and opens 150 ms later (SPEC §4, DECISIONS T17). */
export function noticeTransition(state: NoticeState, event: NoticeEvent): NoticeState {
  switch (event.type) {
    case 'show':
      if (state.phase === 'closed') return open(event.notice, event.now)
      return {
        phase: 'waiting',
        notice: event.notice,
        until: state.phase === 'waiting' ? state.until : event.now + reopenDelay,
      }
    case 'close':
      return { phase: 'closed' }
    case 'time':
      if (state.phase === 'closed' || state.until === null || event.now < state.until) return state
      return state.phase === 'waiting' ? open(state.notice, event.now) : { phase: 'closed' }
  }
}

function open(notice: Notice, now: number): NoticeState {
  const leaves = notice.autoClose ?? notice.variant !== 'loading'
  return { phase: 'open', notice, until: leaves ? now + duration : null }
}
