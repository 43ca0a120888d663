import type { Clock } from '../clock.ts'
import {
  nextToastChange,
  noToasts,
  type ToastContent,
  type ToastEvent,
  type ToastHold,
  type ToastState,
  toastTransition,
} from './toastTransition.ts'

export interface Toasts {
  show(content: ToastContent): void
  dismiss(id: string): void
  /** Stops every toast's time until released, for one reason. */
  hold(hold: ToastHold): void
  release(hold: ToastHold): void
  getSnapshot(): ToastState
  subscribe(listener: () => void): () => void
  destroy(): void
}

/** Creates the page toasts of one widget, driven by its clock. */
export function createToasts({ clock }: { readonly clock: Clock }): Toasts {
  let state = noToasts
  let cancel: (() => void) | undefined
  const listeners = new Set<() => void>()
  const dispatch = (event: ToastEvent) => {
    state = toastTransition(state, event)
    cancel?.()
    const wait = nextToastChange(state)
    cancel =
      wait === null ? undefined : clock.setTimeout(() => dispatch({ type: 'time', now: clock.now() }), wait)
    for (const listener of [...listeners]) listener()
  }
  return {
    show: content => dispatch({ type: 'add', content, now: clock.now() }),
    dismiss: id => dispatch({ type: 'dismiss', id, now: clock.now() }),
    hold: hold => dispatch({ type: 'hold', hold, now: clock.now() }),
    release: hold => dispatch({ type: 'release', hold, now: clock.now() }),
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
