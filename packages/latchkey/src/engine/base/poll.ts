import type { Clock } from './clock.ts'
import type { PageSight } from './pageSight.ts'

export interface PollContext {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly connections?: { subscribe(changed: () => void): () => void } | undefined
  readonly isInPage?: (() => boolean | undefined) | undefined
}

export interface PollOptions {
  readonly sight: PageSight
  /** Refreshes, unless the known value is fresh. Never rejects. */
  readonly refresh: () => Promise<void>
  /** When to refresh next, in milliseconds since the epoch; infinite when only a caller may ask. */
  readonly dueAt: () => number
}

/** The shortest time between two checks, in milliseconds, however the clock was set. */
const leastWait = 1_000

/** Refreshes whenever it is due while the page is visible, and at once when the account or network changes. */
export function poll(
  { clock, connections, signal, isInPage }: PollContext,
  { sight, refresh, dueAt }: PollOptions,
): () => void {
  let cancel = () => {}
  let isOver = false

  function look(): void {
    cancel()
    if (isOver || signal.aborted || !sight.isSeen()) return
    // No event says when it comes back.
    if (isInPage && !isInPage()) cancel = clock.setTimeout(look, leastWait)
    else refresh().finally(plan)
  }

  function plan(): void {
    cancel()
    const due = dueAt()
    // Offline nothing comes of asking; the page says when it is back.
    if (isOver || signal.aborted || !sight.isSeen() || !sight.isOnline() || due === Number.POSITIVE_INFINITY)
      return
    cancel = clock.setTimeout(look, Math.max(leastWait, due - clock.now()))
  }

  const stops = [sight.subscribe(look), connections?.subscribe(look)]
  const end = () => {
    isOver = true
    cancel()
    for (const stop of stops) stop?.()
    signal.removeEventListener('abort', end)
  }
  signal.addEventListener('abort', end)
  look()
  return end
}
