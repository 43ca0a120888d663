export interface ToastContent {
  /** The same id again replaces the words and starts its time anew. */
  readonly id: string
  readonly message: string
  readonly detail?: string
  readonly variant: 'success' | 'loading' | 'error' | 'info'
  /** Milliseconds; default 4000, null stays until it is closed (default for 'loading'). */
  readonly duration?: number | null
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

export interface Toast {
  readonly content: ToastContent
  /** Milliseconds still to show; null stays. */
  readonly left: number | null
  /** When it will be gone, once it is leaving. */
  readonly goneAt: number | null
}

/** What makes time stand still for all toasts. */
export type ToastHold = 'hover' | 'focus' | 'hidden' | 'swipe'

export interface ToastState {
  /** Newest first. */
  readonly toasts: readonly Toast[]
  readonly holds: readonly ToastHold[]
  /** The moment up to which `left` has been counted. */
  readonly at: number
}

export type ToastEvent =
  | { readonly type: 'add'; readonly content: ToastContent; readonly now: number }
  | { readonly type: 'dismiss'; readonly id: string; readonly now: number }
  | { readonly type: 'hold' | 'release'; readonly hold: ToastHold; readonly now: number }
  | { readonly type: 'time'; readonly now: number }

/** SPEC §9, toast row: 4000 ms, 3 visible. */
export const toastDuration = 4000
export const visibleToasts = 3
/** Longer than the fade, so that it is never cut. */
const leaveTime = 200
/** More than a page could mean; the oldest are dropped. */
const mostToasts = 20

export const noToasts: ToastState = { toasts: [], holds: [], at: 0 }

/** The stack of page toasts (SPEC §9): each has its own time, which stands still while any hold is on. */
export function toastTransition(before: ToastState, event: ToastEvent): ToastState {
  const state = passTime(before, event.now)
  switch (event.type) {
    case 'add': {
      const fresh: Toast = { content: event.content, left: lifetime(event.content), goneAt: null }
      const index = state.toasts.findIndex(
        toast => toast.content.id === event.content.id && toast.goneAt === null,
      )
      if (index >= 0) return { ...state, toasts: state.toasts.with(index, fresh) }
      const others = state.toasts.filter(toast => toast.content.id !== event.content.id)
      return { ...state, toasts: [fresh, ...others].slice(0, mostToasts) }
    }
    case 'dismiss':
      return {
        ...state,
        toasts: state.toasts.map(toast => (toast.content.id === event.id ? leave(toast, event.now) : toast)),
      }
    case 'hold':
      return state.holds.includes(event.hold) ? state : { ...state, holds: [...state.holds, event.hold] }
    case 'release':
      return { ...state, holds: state.holds.filter(hold => hold !== event.hold) }
    case 'time':
      return state
  }
}

/** Milliseconds after `state.at` when something changes by itself, or null. */
export function nextToastChange(state: ToastState): number | null {
  const times = state.toasts.flatMap(toast => {
    if (toast.goneAt !== null) return [toast.goneAt - state.at]
    return state.holds.length === 0 && toast.left !== null ? [toast.left] : []
  })
  return times.length === 0 ? null : Math.max(0, Math.min(...times))
}

function passTime(state: ToastState, now: number): ToastState {
  // A clock that was set back must not lengthen anything.
  const passed = state.holds.length === 0 ? Math.max(0, now - state.at) : 0
  const toasts = state.toasts
    .filter(toast => toast.goneAt === null || toast.goneAt > now)
    .map(toast => {
      if (toast.goneAt !== null || toast.left === null) return toast
      const left = toast.left - passed
      return left <= 0 ? leave(toast, now) : { ...toast, left }
    })
  return { ...state, toasts, at: now }
}

function leave(toast: Toast, now: number): Toast {
  return toast.goneAt === null ? { ...toast, goneAt: now + leaveTime } : toast
}

function lifetime(content: ToastContent): number | null {
  if (content.duration !== undefined) return content.duration
  return content.variant === 'loading' ? null : toastDuration
}
