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
  /** Asks, unless what is known is new enough. Never rejects. */
  readonly refresh: () => Promise<void>
  /** When to ask again, in milliseconds since the epoch; infinite when somebody else has to want it. */
  readonly dueAt: () => number
}

/** The shortest time between two looks at what is due, however the clock was put. */
const leastWait = 1_000

/** Asks whenever it is due while somebody sees the page, and at once when another account or network is looked at. */
export function poll(
  { clock, connections, signal, isInPage }: PollContext,
  { sight, refresh, dueAt }: PollOptions,
): () => void {
  let cancel = () => {}
  let isOver = false

  function look(): void {
    cancel()
    if (isOver || signal.aborted || !sight.isSeen()) return
    // Nobody tells when it comes back.
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
