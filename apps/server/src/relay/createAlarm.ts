import type { Logger } from 'pino'
import type { Clock } from '../core/http/appTypes.ts'

/** One line of a kind within this time, in milliseconds: a broken disk fails thousands of calls. */
const alarmPause = 5_000

/** Logs what failed, seldom. */
export function createAlarm(log: Logger, clock: Clock): (error: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  let missed = 0
  return error => {
    missed++
    if (clock() < quietUntil) return
    quietUntil = clock() + alarmPause
    log.warn({ err: error, failures: missed }, 'the relay cannot keep or read messages')
    missed = 0
  }
}
