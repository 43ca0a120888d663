import { repeat } from '../../core/scale/repeat.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'
import { dayOf } from './storeEvent.ts'

const oneDay = 86_400_000
/** How often it is looked. */
const pause = 3_600_000
/** Rows of one batch: others write in between. */
const mostRows = 1_000

/** Deletes single events of days that are over since more than `days`; what they count for stays. Answers how many. */
export async function dropOldEvents(
  store: Pick<Store, 'compose' | 'write'>,
  options: { readonly days: number; readonly now: number; readonly fence?: Term['fence'] },
): Promise<number> {
  const { compose } = store
  const before = dayOf(options.now - options.days * oneDay)
  for (let dropped = 0; ; ) {
    const old = compose
      .deleteFrom('analytics_events')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('project_id', 'event_id'),
          'in',
          selectFrom('analytics_events')
            .select(['project_id', 'event_id'])
            .where('day', '<', before)
            .limit(mostRows)
            .$asTuple('project_id', 'event_id'),
        ),
      )
      .returning('event_id')
      .compile()
    const rows = (await store.write([...(options.fence ?? []), old])).at(-1) ?? []
    dropped += rows.length
    if (rows.length < mostRows) return dropped
  }
}

/** Drops old events in the leading process, so that ANALYTICS_DAYS holds even while no events arrive. */
export async function keepEventsYoung(
  deps: { readonly store: Store; readonly days: number; readonly now: () => number },
  term: Term,
): Promise<void> {
  await repeat(term, pause, () =>
    dropOldEvents(deps.store, { days: deps.days, now: deps.now(), fence: term.fence }),
  )
}
