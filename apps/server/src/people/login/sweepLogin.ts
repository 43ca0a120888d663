import { waitingTime } from 'latchkey/services'
import { repeat } from '../../core/scale/repeat.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'

const oneDay = 86_400_000
/** How often it is looked, in milliseconds. */
const pause = 60_000

/** Deletes expired logins, changes, sessions, links, and the previous day's counts. */
export async function sweepLoginOnce(sweep: {
  readonly store: Pick<Store, 'compose' | 'write'>
  readonly now: number
  readonly fence?: Term['fence']
}): Promise<void> {
  const { now, fence = [] } = sweep
  const { compose, write } = sweep.store
  await write([
    ...fence,
    compose.deleteFrom('login_flows').where('expires_at', '<=', now).compile(),
    compose.deleteFrom('social_flows').where('expires_at', '<=', now).compile(),
    compose.deleteFrom('login_changes').where('expires_at', '<=', now).compile(),
    compose.deleteFrom('login_undos').where('expires_at', '<=', now).compile(),
    compose
      .deleteFrom('login_waiting')
      .where('ended_at', '<=', now - waitingTime)
      .compile(),
    compose.deleteFrom('login_sessions').where('refresh_until', '<=', now).compile(),
    compose
      .deleteFrom('login_addresses')
      .where('day_at', '<=', now - oneDay)
      .where('denied_until', '<=', now)
      .compile(),
  ])
}

/** The work of whichever process leads. */
export async function sweepLogin(
  deps: { readonly store: Store; readonly now: () => number },
  term: Term,
): Promise<void> {
  await repeat(term, pause, () => sweepLoginOnce({ store: deps.store, now: deps.now(), fence: term.fence }))
}
