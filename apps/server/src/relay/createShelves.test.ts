import { afterEach, expect, it } from 'vitest'
import { describeWith } from '../core/store/databases.fixture.ts'
import { postgresDatabase, type TestDatabase } from '../core/store/eachStore.fixture.ts'
import type { Store } from '../core/store/store.ts'
import { migrations } from '../migrations.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createMailbox, keyOf, placeBefore, type StoredMessage } from './createMailbox.ts'
import { openShelves, shelfOf } from './createShelves.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'
import { shelvesStep } from './shelfMigrations.ts'
import { sweepOnce } from './sweepRelay.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const midnight = Date.UTC(2026, 10, 24)
const { limits } = parseEnvironment({}).relay

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

let position = midnight * 1_000
function message(topic: string, text: string, at: number, ttl: number): StoredMessage {
  const own = { topic, hash: hashOf(text), position: position++, publishedAt: at, expiresAt: at + ttl }
  return { ...own, tag: 1_108, publisher: 'dapp', attestation: null, message: text }
}

it.each([
  ['a request of five minutes', 0, 5 * minute, hour],
  ['one that expires on the hour', 0, hour, 2 * hour],
  ['one of two hours', 59 * minute, 2 * hour, 3 * hour],
  ['one of a day', 0, day, 2 * day],
  ['one of a day, just before midnight', day - 1, day, 2 * day],
  ['the last minutes of a day', day - minute, 30_000, day],
  ['the first minutes of the next', day - minute, 2 * minute, day + hour],
  ['one of a week', 0, 7 * day, -midnight],
])('puts %s on the shelf that ends next after it', (_, at, ttl, end) => {
  const now = midnight + at
  expect(shelfOf(now + ttl, now)).toBe(midnight + end)
})

async function openDatabase(steps: typeof migrations | undefined = undefined) {
  const database = await postgresDatabase()
  closing.push(() => database.remove())
  return { database, store: await openStore(database, steps) }
}

async function openStore(database: TestDatabase, steps: typeof migrations | undefined): Promise<Store> {
  const store = await database.open<never>(steps)
  closing.push(() => store.close())
  return store as unknown as Store
}

/** A process of its own over the store, whose clock the test turns. */
async function openProcess(store: Store, at: number) {
  const clock = { at }
  const shelves = await openShelves({
    store,
    now: () => clock.at,
    onFailure(error) {
      throw error
    },
  })
  closing.push(shelves.stop)
  const mailbox = createMailbox({ store, limits, shelves })
  const put = async (...messages: StoredMessage[]) =>
    (await mailbox.write({ clientId: 'dapp', messages, now: clock.at })).kept
  const waiting = async (topics: readonly string[], clientId = 'wallet') => {
    const after = placeBefore(0)
    const keys = await mailbox.undelivered({ clientId, topics, after, most: 1_000, now: clock.at })
    return (await mailbox.find(keys)).map(each => each.message)
  }
  return { clock, shelves, mailbox, put, waiting }
}

describeWith(['postgres'], 'shelves', () => {
  it('lose nothing of what was stored before there were any, and are used a day later', async () => {
    const before = migrations.filter(
      ({ id }) => id < Number(migrations.find(({ name }) => name === shelvesStep)?.id) - 2,
    )
    const { database, store: old } = await openDatabase(before)
    const topic = newTopic()
    const now = Date.now()
    const stored = Array.from({ length: 500 }, (_, index) =>
      message(topic, `m${index}`, now, index < 250 ? 5 * minute : 29 * day),
    )
    const row = (each: StoredMessage) => ({
      ...{ topic, hash: each.hash, position: each.position, published_at: now, expires_at: each.expiresAt },
      ...{ tag: 1, bytes: 2, publisher: 'dapp', attestation: null, message: each.message, project_id: 'p' },
    })
    const { compose } = old
    await old.write([compose.insertInto('relay_messages').values(stored.map(row)).compile()])
    const mark = { topic, hash: hashOf('m0'), client_id: 'wallet', expires_at: now + 5 * minute }
    await old.write([compose.insertInto('relay_deliveries').values(mark).compile()])
    await old.write([
      compose
        .updateTable('migrations')
        .set({ at: now - 30 * day })
        .compile(),
    ])

    const process = await openProcess(await openStore(database, undefined), Date.now())
    expect((await process.waiting([topic])).toSorted()).toEqual(
      stored
        .slice(1)
        .map(each => each.message)
        .toSorted(),
    )
    // A process of the release before goes on beside this one, and each finds what the other stores.
    const fresh = message(topic, 'by the new one', process.clock.at, 5 * minute)
    expect(await process.put(fresh, message(topic, 'm1', process.clock.at, minute))).toEqual([
      'kept',
      'known',
    ])
    const seen = old.db.selectFrom('relay_messages').select('message').where('hash', '=', fresh.hash)
    expect(await seen.execute()).toHaveLength(1)
    const own = row(message(topic, 'by the old one', process.clock.at, 5 * minute))
    await old.write([
      compose
        .insertInto('relay_messages')
        .values(own)
        .onConflict(conflict => conflict.columns(['topic', 'hash']).doNothing())
        .compile(),
    ])
    expect(await process.waiting([topic])).toContain('by the old one')
    process.clock.at += day
    await process.shelves.refresh()
    expect(await process.put(message(topic, 'later', process.clock.at, 5 * minute))).toEqual(['kept'])
    expect(await seen.execute()).toHaveLength(1)
    expect(process.shelves.tableOf('messages', process.clock.at + 5 * minute)).toMatch(/_\d+$/)
    expect(await process.waiting([topic])).toEqual([...stored.slice(250).map(each => each.message), 'later'])
  })

  it('are dropped when all on them has expired, and nothing that has not', async () => {
    const { store } = await openDatabase()
    const process = await openProcess(store, midnight)
    const topics = Array.from({ length: 4 }, newTopic)
    const [short = '', long = '', week = '', month = ''] = topics
    await process.put(
      message(short, 'five minutes', midnight, 5 * minute),
      message(long, 'a day', midnight, day),
      message(week, 'a week', midnight, 7 * day),
      message(month, 'a month', midnight, 30 * day),
    )
    await process.mailbox.markDelivered([
      { ...message(short, 'five minutes', midnight, 5 * minute), clientId: 'wallet' },
    ])
    const left = async () => {
      await sweepOnce({
        store,
        shelves: process.shelves,
        projectBytes: limits.projectBytes,
        now: process.clock.at,
      })
      const rows = await store.db.selectFrom('relay_mail').select('message').orderBy('position').execute()
      return rows.map(each => each.message)
    }
    const marks = () => store.db.selectFrom('relay_marks').select('hash').execute()
    const everything = ['five minutes', 'a day', 'a week', 'a month']
    process.clock.at = midnight + hour + 9 * minute
    expect(await left()).toEqual(everything)
    expect(await process.waiting(topics)).toEqual(everything.slice(1))
    expect(await marks()).toHaveLength(1)
    process.clock.at = midnight + hour + 10 * minute
    expect(await left()).toEqual(everything.slice(1))
    expect(await marks()).toEqual([])
    process.clock.at = midnight + day
    expect(await left()).toEqual(everything.slice(1))
    expect(await process.waiting(topics)).toEqual(['a week', 'a month'])
    process.clock.at = midnight + 2 * day + 10 * minute
    expect(await left()).toEqual(['a week', 'a month'])
    process.clock.at = midnight + 7 * day
    expect(await left()).toEqual(['a month'])
    process.clock.at = midnight + 30 * day
    expect(await left()).toEqual([])
    expect((await process.shelves.list('messages')).length).toBe(
      (await process.shelves.list('deliveries')).length,
    )
  })

  it('are there at midnight, also in a process that slept until then', async () => {
    const { store } = await openDatabase()
    const process = await openProcess(store, midnight - 2 * minute)
    const topic = newTopic()
    expect(process.shelves.tableOf('messages', midnight - 1)).toMatch(/_\d+$/)
    process.clock.at = midnight
    // Made two minutes ago.
    for (const ttl of [minute, hour, day])
      expect(process.shelves.tableOf('messages', midnight + ttl)).toMatch(/_\d+$/)
    expect(await process.put(message(topic, 'at midnight', midnight, minute))).toEqual(['kept'])

    const slept = midnight + 5 * day
    process.clock.at = slept
    expect(await process.put(message(topic, 'awake', slept, minute))).toEqual(['kept'])
    expect(process.shelves.tableOf('messages', slept + minute)).toBe('relay_messages')
    await process.shelves.refresh()
    expect(process.shelves.tableOf('messages', slept + minute)).toMatch(/_\d+$/)
    // The same message is known wherever it is stored.
    expect(await process.put(message(topic, 'awake', slept, minute))).toEqual(['known'])
    expect(await process.waiting([topic])).toEqual(['awake'])
  })

  it('take a message once, though two processes store it on both sides of midnight', async () => {
    const { database, store } = await openDatabase()
    const other = await openStore(database, undefined)
    const before = await openProcess(store, midnight - 1)
    const after = await openProcess(other, midnight)
    const topics = Array.from({ length: 40 }, newTopic)
    const kept = await Promise.all(
      topics.flatMap(topic => [
        before.put(message(topic, 'm', midnight - 1, minute)),
        after.put(message(topic, 'm', midnight, day)),
        after.put(message(topic, 'm', midnight, 7 * day)),
      ]),
    )
    expect(kept.flat().filter(each => each === 'kept')).toHaveLength(topics.length)
    const rows = await store.db.selectFrom('relay_mail').select(['topic', 'hash']).execute()
    expect(new Set(rows.map(keyOf)).size).toBe(rows.length)
    expect(await before.waiting(topics)).toHaveLength(topics.length)
  })

  it('are made once by several processes that start at the same time', async () => {
    const { database } = await openDatabase()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(database, undefined)))
    const processes = await Promise.all(stores.map(store => openProcess(store, midnight)))
    const names = await Promise.all(processes.map(({ shelves }) => shelves.list('messages')))
    expect(new Set(names.map(each => each.join())).size).toBe(1)
    expect(names[0]).toHaveLength(7)
    for (const { shelves } of processes) expect(shelves.tableOf('messages', midnight + 1)).toBe(names[0]?.[0])
  })

  it('stay while they are read, and go the next time', async () => {
    const { database, store } = await openDatabase()
    const process = await openProcess(store, midnight)
    const { default: pg } = await import('pg')
    const reader = new pg.Client(String(database.environment.DATABASE_URL))
    await reader.connect()
    closing.push(() => reader.end())
    await reader.query('BEGIN')
    await reader.query('SELECT count(*) FROM relay_mail')
    process.clock.at = midnight + 2 * hour
    const names = () => process.shelves.list('messages')
    const before = await names()
    await process.shelves.drop()
    expect(await names()).toEqual(before)
    await reader.query('COMMIT')
    await process.shelves.drop()
    expect(await names()).toEqual(before.slice(1))
  })

  it('T90: free the room of a project that stores much before their time', async () => {
    const { store } = await openDatabase()
    const process = await openProcess(store, midnight)
    const topic = newTopic()
    const messages = Array.from({ length: 20 }, (_, index) => message(topic, `m${index}`, midnight, minute))
    await process.mailbox.write({ clientId: 'dapp', project: 'large', messages, now: midnight })
    await process.mailbox.write({
      clientId: 'dapp',
      project: 'small',
      messages: [message(newTopic(), 's', midnight, minute)],
      now: midnight,
    })
    const sweep = (projectBytes: number) =>
      sweepOnce({ store, shelves: process.shelves, projectBytes, now: midnight + 2 * minute })
    const bytes = async () =>
      (await process.mailbox.bytes({ least: 0, briefTime: 0, now: midnight })).projects
    await sweep(1_000)
    expect([...(await bytes())].toSorted()).toEqual([
      ['large', 50],
      ['small', 1],
    ])
    await sweep(100)
    expect([...(await bytes())]).toEqual([['small', 1]])
  })
})
