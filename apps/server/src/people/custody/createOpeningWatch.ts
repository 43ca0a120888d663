import type { Logger } from 'pino'
import type { KeyPurpose } from './vault/vault.ts'

const oneMinute = 60_000

/** Counts the key shares that are opened; more in a minute than the settings expect are worth a warning (T84). */
export function createOpeningWatch(deps: {
  readonly mostPerMinute: number
  readonly log: Logger
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly onOpen?: ((purpose: KeyPurpose) => void) | undefined
}): (purpose: KeyPurpose) => void {
  const { mostPerMinute, log, clock, onOpen } = deps
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return purpose => {
    onOpen?.(purpose)
    if (clock() - began >= oneMinute) {
      began = clock()
      count = 0
    }
    if (++count === mostPerMinute + 1)
      log.warn({ mostPerMinute }, 'more halves of keys were opened in a minute than CUSTODY_OPENINGS_ALARM')
  }
}
