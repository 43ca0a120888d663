import type { EngineContext } from '../context.ts'
import type { PageSight } from './pageSight.ts'

interface Watched {
  readonly sight: PageSight
  readonly refresh: () => Promise<void>
  /** When to ask again, in milliseconds since the epoch. */
  readonly dueAt: () => number
}

/** The shortest time between two looks at what is due, however the clock was put. */
const leastWait = 1_000

/** Asks whenever it is due while somebody sees the page, and at once when another account or network is looked at. */
export function watchTokens(
  { clock, facts, signal }: Pick<EngineContext, 'clock' | 'facts' | 'signal'>,
  { sight, refresh, dueAt }: Watched,
): () => void {
  let cancel = () => {}
  let isOver = false

  function look(): void {
    cancel()
    if (isOver || signal.aborted || !sight.isSeen()) return
    refresh().finally(plan)
  }

  function plan(): void {
    cancel()
    const due = dueAt()
    // Offline nothing comes of asking; the page says when it is back.
    if (isOver || signal.aborted || !sight.isSeen() || !sight.isOnline() || due === Number.POSITIVE_INFINITY)
      return
    cancel = clock.setTimeout(look, Math.max(leastWait, due - clock.now()))
  }

  const stops = [
    sight.subscribe(look),
    facts.on('accountChanged', look),
    facts.on('networkChanged', look),
    facts.on('connected', look),
    facts.on('activeNamespaceChanged', look),
  ]
  const end = () => {
    isOver = true
    cancel()
    for (const stop of stops) stop()
    signal.removeEventListener('abort', end)
  }
  signal.addEventListener('abort', end)
  look()
  return end
}
