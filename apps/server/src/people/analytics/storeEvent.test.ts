import type { AnalyticsEventBody } from 'latchkey/services'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { dropOldEvents } from './dropOldEvents.ts'
import { dayOf, storeEvent } from './storeEvent.ts'

const day = 86_400_000
const now = Date.UTC(2026, 0, 31, 23, 59)
const event = (index: number, connected = true): AnalyticsEventBody => ({
  eventId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  url: 'https://shop.example',
  domain: 'shop.example',
  timestamp: 1,
  props: { type: 'track', event: connected ? 'MODAL_OPEN' : 'MODAL_CLOSE', properties: { connected } },
})

eachStore('storeEvent', open => {
  async function openStore() {
    const store = await open()
    await store.write(
      ['shop', 'other'].map(id =>
        store.compose.insertInto('projects').values({ id, name: id, created_at: 1 }).compile(),
      ),
    )
    return store
  }
  const days = (store: Store) =>
    store.db
      .selectFrom('analytics_days')
      .select(['project_id', 'day', 'event', 'events'])
      .orderBy('project_id')
      .orderBy('day')
      .orderBy('event')
      .execute()

  it('counts per project, day and event', async () => {
    const store = await openStore()
    for (const index of [1, 2, 3]) await storeEvent(store, { projectId: 'shop', body: event(index), now })
    await storeEvent(store, { projectId: 'shop', body: event(4, false), now })
    await storeEvent(store, { projectId: 'shop', body: event(5), now: now + 60_000 })
    await storeEvent(store, { projectId: 'other', body: event(1), now })
    expect(await days(store)).toEqual([
      { project_id: 'other', day: '2026-01-31', event: 'MODAL_OPEN', events: 1 },
      { project_id: 'shop', day: '2026-01-31', event: 'MODAL_CLOSE', events: 1 },
      { project_id: 'shop', day: '2026-01-31', event: 'MODAL_OPEN', events: 3 },
      { project_id: 'shop', day: '2026-02-01', event: 'MODAL_OPEN', events: 1 },
    ])
  })

  it('takes an event that is sent 50 times at once one time', async () => {
    const store = await openStore()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => storeEvent(store, { projectId: 'shop', body: event(1), now })),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect((await days(store)).map(({ events }) => events)).toEqual([1])
  })

  it('drops single events after their days, in batches, and keeps the counts', async () => {
    const store = await openStore()
    const row = (index: number, at: number) => ({
      project_id: 'shop',
      event_id: String(index),
      day: dayOf(at),
      at,
      event: 'MODAL_OPEN',
      domain: 'shop.example',
      properties: '{}',
      is_counted: 1,
    })
    const rows = [
      ...Array.from({ length: 1_500 }, (_, index) => row(index, now - 31 * day)),
      row(9_000, now - 30 * day),
    ]
    await store.write([store.compose.insertInto('analytics_events').values(rows).compile()])
    await storeEvent(store, { projectId: 'shop', body: event(1), now: now - 40 * day })
    expect(await dropOldEvents(store, { days: 30, now })).toBe(1_501)
    const left = await store.db.selectFrom('analytics_events').select('event_id').execute()
    expect(left).toEqual([{ event_id: '9000' }])
    expect(await days(store)).toHaveLength(1)
    expect(await dropOldEvents(store, { days: 30, now })).toBe(0)
  })
})
