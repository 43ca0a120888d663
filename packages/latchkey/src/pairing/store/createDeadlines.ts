/** Things to do at a moment of the wall clock, also when the machine slept meanwhile (F35). */
import { limits } from '../../contract/limits.ts'
import type { Clock } from '../../engine/base/clock.ts'

export interface Deadlines {
  /** Calls `run` once the clock has reached `time` (ms since the epoch); the answer cancels. */
  at(time: number, run: () => void): () => void
  /** Runs what is due now: the page came back. */
  check(): void
  close(): void
}

/** A browser counts no time while it sleeps, so that a timer never runs for longer than a heartbeat at once. */
export function createDeadlines(clock: Clock): Deadlines {
  let due: readonly { readonly time: number; readonly run: () => void }[] = []
  let cancel = () => {}

  function check() {
    cancel()
    const now = clock.now()
    const ripe = due.filter(({ time }) => time <= now)
    due = due.filter(({ time }) => time > now)
    arm()
    for (const { run } of ripe) run()
  }

  function arm() {
    cancel()
    cancel = () => {}
    if (due.length === 0) return
    const next = Math.min(...due.map(({ time }) => time)) - clock.now()
    cancel = clock.setTimeout(check, Math.max(1, Math.min(next, limits.heartbeat)))
  }

  return {
    at(time, run) {
      const entry = { time, run }
      due = [...due, entry]
      arm()
      return () => {
        due = due.filter(other => other !== entry)
        arm()
      }
    },
    check,
    close() {
      cancel()
      due = []
    },
  }
}
