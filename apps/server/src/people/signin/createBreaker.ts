import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'

const oneHour = 3_600_000

/**
 * Ends guessing that no single limit sees, because it comes from many clients for many addresses (T40): after so many wrong
 * guesses in an hour no code is sent and none is looked at until the next one begins.
 */
export interface Breaker {
  /** Whole seconds until codes count again; undefined while they do. */
  wait(): Promise<number | undefined>
  /** Counts one wrong guess, whosever it was. */
  count(): Promise<void>
}

export function createBreaker(deps: {
  readonly store: Pick<Store, 'compose' | 'write' | 'db'>
  readonly failsPerHour: number
  readonly log: Pick<Logger, 'error'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Breaker {
  const { store, failsPerHour, log, now } = deps
  return {
    async wait() {
      const at = now()
      const row = await store.db
        .selectFrom('signin_hours')
        .select('fails')
        .where('hour', '=', Math.floor(at / oneHour))
        .executeTakeFirst()
      return row === undefined || row.fails < failsPerHour
        ? undefined
        : Math.ceil((oneHour - (at % oneHour)) / 1_000)
    },
    async count() {
      const [[row]] = await store.write([
        store.compose
          .insertInto('signin_hours')
          .values({ hour: Math.floor(now() / oneHour), fails: 1 })
          .onConflict(conflict =>
            conflict.column('hour').doUpdateSet(eb => ({ fails: eb('signin_hours.fails', '+', 1) })),
          )
          .returning('fails')
          .compile(),
      ])
      // Logged once, by the caller that counted the last failure.
      if (row?.fails === failsPerHour)
        log.error(
          { failsPerHour },
          'too many wrong codes: none is sent or looked at until the next hour begins',
        )
    },
  }
}
