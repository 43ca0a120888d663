/** A line that the card shows for a moment (SPEC §3, Notification). */
export interface Notice {
  readonly message: string
  readonly variant: 'success' | 'loading' | 'error'
  /** Leaves by itself after 4 s (SPEC §9); default: all but 'loading'. */
  readonly autoClose?: boolean
}

export type NoticeState =
  | { readonly phase: 'closed' }
  /** `lasts`: milliseconds until it is `over`, or null while it stays. */
  | { readonly phase: 'open'; readonly notice: Notice; readonly lasts: number | null }
  /** The first was closed for a second, which opens after a pause. */
  | { readonly phase: 'waiting'; readonly notice: Notice; readonly lasts: number }

export type NoticeEvent =
  | { readonly type: 'show'; readonly notice: Notice }
  | { readonly type: 'close' }
  /** The time of the phase has passed. */
  | { readonly type: 'over' }

const reopenDelay = 150
const duration = 4000

/** One notice at a time: a second closes the first and opens 150 ms later (SPEC §4, DECISIONS T17). */
export function noticeTransition(state: NoticeState, event: NoticeEvent): NoticeState {
  switch (event.type) {
    case 'show':
      return state.phase === 'closed'
        ? open(event.notice)
        : { phase: 'waiting', notice: event.notice, lasts: reopenDelay }
    case 'close':
      return { phase: 'closed' }
    case 'over':
      return state.phase === 'waiting' ? open(state.notice) : { phase: 'closed' }
  }
}

function open(notice: Notice): NoticeState {
  const leaves = notice.autoClose ?? notice.variant !== 'loading'
  return { phase: 'open', notice, lasts: leaves ? duration : null }
}
