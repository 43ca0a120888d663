import { relayLimits } from 'latchkey/services'
import { repeat } from '../core/scale/repeat.ts'
import type { Term } from '../core/scale/shared.ts'
import type { Store } from '../core/store/store.ts'

/** How often it is looked, in milliseconds. */
const pause = 60_000
/** Rows of one batch: others write in between. */
const mostRows = 1_000

interface Sweep {
  readonly store: Pick<Store, 'compose' | 'write'>
  readonly now: number
  readonly fence?: Term['fence']
}

/** Deletes expired messages, their delivery marks, and subscriptions unused for 30 days. */
export async function sweepOnce(sweep: Sweep): Promise<void> {
  const { compose } = sweep.store
  const messages = compose
    .deleteFrom('relay_messages')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('topic', 'hash'),
        'in',
        selectFrom('relay_messages')
          .select(['topic', 'hash'])
          .where('expires_at', '<=', sweep.now)
          .limit(mostRows)
          .$asTuple('topic', 'hash'),
      ),
    )
    .returning('topic')
    .compile()
  const deliveries = compose
    .deleteFrom('relay_deliveries')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('topic', 'hash', 'client_id'),
        'in',
        selectFrom('relay_deliveries')
          .select(['topic', 'hash', 'client_id'])
          .where('expires_at', '<=', sweep.now)
          .limit(mostRows)
          .$asTuple('topic', 'hash', 'client_id'),
      ),
    )
    .returning('topic')
    .compile()
  const subscriptions = compose
    .deleteFrom('relay_subscriptions')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('topic', 'client_id'),
        'in',
        selectFrom('relay_subscriptions')
          .select(['topic', 'client_id'])
          .where('seen_at', '<', sweep.now - relayLimits.subscriptionIdle)
          .limit(mostRows)
          .$asTuple('topic', 'client_id'),
      ),
    )
    .returning('topic')
    .compile()
  for (const statement of [messages, deliveries, subscriptions]) {
    for (let count = mostRows; count === mostRows; ) {
      const rows = await sweep.store.write([...(sweep.fence ?? []), statement])
      count = rows.at(-1)?.length ?? 0
    }
  }
}

/** The work of whichever process leads. */
export async function sweepRelay(
  deps: { readonly store: Store; readonly now: () => number },
  term: Term,
): Promise<void> {
  await repeat(term, pause, () => sweepOnce({ store: deps.store, now: deps.now(), fence: term.fence }))
}
