import { repeat } from '../../core/scale/repeat.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'
import { knownFor } from './createKnownPages.ts'
import { resumable } from './createSessions.ts'

const oneHour = 3_600_000
const oneDay = 24 * oneHour
/** How often it is looked, in milliseconds. */
const pause = 60_000

/** Deletes expired rows: codes a day after they were sent, past limits, used ids, and ended sessions. */
export async function sweepOnce(sweep: {
  readonly store: Pick<Store, 'compose' | 'write'>
  readonly now: number
  readonly fence?: Term['fence']
}): Promise<void> {
  const { now, fence = [] } = sweep
  const { compose, write } = sweep.store
  await write([
    ...fence,
    compose
      .deleteFrom('signin_flows')
      .where('created_at', '<=', now - oneDay)
      .compile(),
    compose
      .deleteFrom('signin_addresses')
      .where('day_at', '<=', now - oneDay)
      .where('next_at', '<=', now)
      .where('hour_at', '<=', now - oneHour)
      .compile(),
    compose
      .deleteFrom('signin_clients')
      .where('at', '<=', now - oneHour)
      .compile(),
    compose
      .deleteFrom('signin_days')
      .where('day', '<', Math.floor(now / oneDay) - 1)
      .compile(),
    compose
      .deleteFrom('signin_hours')
      .where('hour', '<', Math.floor(now / oneHour) - 24)
      .compile(),
    compose
      .deleteFrom('signin_breakers')
      .where('hour', '<', Math.floor(now / oneHour) - 24)
      .compile(),
    compose
      .deleteFrom('signin_networks')
      .where('hour', '<', Math.floor(now / oneHour))
      .compile(),
    compose
      .deleteFrom('signin_network_days')
      .where('day', '<', Math.floor(now / oneDay))
      .compile(),
    compose
      .deleteFrom('signin_devices')
      .where('seen_at', '<=', now - knownFor)
      .compile(),
    compose.deleteFrom('signin_used').where('forget_at', '<=', now).compile(),
    compose
      .deleteFrom('signin_sessions')
      .where(eb => eb.or([eb('expires_at', '<=', now - resumable), eb('ends_at', '<=', now)]))
      .compile(),
  ])
}

/** The work of whichever process leads. */
export async function sweepSignIn(
  deps: { readonly store: Store; readonly now: () => number },
  term: Term,
): Promise<void> {
  await repeat(term, pause, () => sweepOnce({ store: deps.store, now: deps.now(), fence: term.fence }))
}
