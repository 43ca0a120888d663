import type { AnalyticsEventBody } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'

/** The day of a time, in UTC: `2026-01-31`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Stores an event under the day of its arrival and counts it, once however often it is sent. Stores nothing about the
 * sender: neither address nor client id. Returns whether it was new.
 * @throws StoreError.
 */
export async function storeEvent(
  store: Pick<Store, 'compose' | 'write'>,
  options: { readonly projectId: string; readonly body: AnalyticsEventBody; readonly now: number },
): Promise<boolean> {
  const { projectId: project_id, body, now } = options
  const { compose } = store
  const one = { project_id, event_id: body.eventId }
  const isOne = compose
    .insertInto('analytics_days')
    .columns(['project_id', 'day', 'event', 'events'])
    .expression(eb =>
      eb
        .selectFrom('analytics_events')
        .select(each => ['project_id', 'day', 'event', each.val(1).as('events')])
        .where('project_id', '=', one.project_id)
        .where('event_id', '=', one.event_id)
        .where('is_counted', '=', 0),
    )
    .onConflict(conflict =>
      conflict
        .columns(['project_id', 'day', 'event'])
        .doUpdateSet(eb => ({ events: eb('analytics_days.events', '+', 1) })),
    )
    .compile()
  const [, , counted] = await store.write([
    compose
      .insertInto('analytics_events')
      .values({
        ...one,
        day: dayOf(now),
        at: now,
        event: body.props.event,
        domain: body.domain,
        properties: JSON.stringify(body.props.properties),
        is_counted: 0,
      })
      .onConflict(conflict => conflict.doNothing())
      .compile(),
    isOne,
    compose
      .updateTable('analytics_events')
      .set({ is_counted: 1 })
      .where('project_id', '=', one.project_id)
      .where('event_id', '=', one.event_id)
      .where('is_counted', '=', 0)
      .returning('event_id')
      .compile(),
  ])
  return counted.length === 1
}
