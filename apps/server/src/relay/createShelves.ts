import { type CompiledQuery, sql } from 'kysely'
import type { Term } from '../core/scale/shared.ts'
import type { Store } from '../core/store/store.ts'
import { relayMigration } from './migration.ts'
import { shelvesStep } from './shelfMigrations.ts'

const hour = 3_600_000
const day = 24 * hour
/** A message that expires in these hours, the running one among them, is on a shelf of an hour. */
const hours = 3
/** The same with days: every message that lives a day at most has a shelf. */
const days = 2
/** Milliseconds between two looks for missing shelves; each is made a whole one before its first message. */
const pause = 60_000
/** Milliseconds that a shelf is kept beyond its time: clocks of processes differ. */
const grace = 600_000
/** Milliseconds during which processes of an older release, which know no shelves, may run beside this one. */
const oneRestart = day
/** Milliseconds to wait for a lock, behind which others would wait. */
const lockPatience = 500

type Kind = 'messages' | 'deliveries'

/**
 * The tables by time of expiry, on PostgreSQL: what all expires by the end of an hour or a day is on one shelf, and goes
 * by a DROP. Messages that live longer than a day are few and stay in `relay_messages`.
 */
export interface Shelves {
  /** The table that takes what expires then. */
  tableOf(kind: Kind, expiresAt: number): string
  /** Makes the missing shelves of now and of the next hours and days. @throws StoreError */
  refresh(): Promise<void>
  /** The names of all tables with messages or marks on shelves. @throws StoreError */
  list(kind: Kind): Promise<readonly string[]>
  /** Drops the shelves on which everything has expired; one that is in use stays until the next time. @throws StoreError */
  drop(fence?: Term['fence']): Promise<void>
  /** Whether processes of a release without shelves may run beside this one. */
  hasElders(): boolean
  stop(): void
}

/** For SQLite, which keeps all messages in one table. */
export const noShelves: Shelves = {
  tableOf: kind => `relay_${kind}`,
  refresh: async () => {},
  list: async () => [],
  drop: async () => {},
  hasElders: () => false,
  stop() {},
}

/**
 * When everything on the shelf of a message has expired, in milliseconds since 1970; 0 for one without a shelf. A shelf
 * that ends at midnight takes the last hour's and the day's.
 */
export function shelfOf(expiresAt: number, now: number): number {
  const after = (length: number) => (Math.floor(expiresAt / length) + 1) * length
  if (after(hour) <= endsOf(hour, now)(hours)) return after(hour)
  return after(day) <= endsOf(day, now)(days) ? after(day) : 0
}

/** The end of the nth hour or day, the running one being the first. */
const endsOf = (length: number, now: number) => (nth: number) => (Math.floor(now / length) + nth) * length

/**
 * Opens the shelves of a PostgreSQL, and keeps making them ahead. A message whose shelf is missing, such as in a process
 * that slept, is stored without one.
 * @throws StoreError
 */
export async function openShelves(deps: {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}): Promise<Shelves> {
  const { store } = deps
  const steps = await store.db
    .selectFrom('migrations')
    .select(['name', 'at'])
    .where('name', 'in', [relayMigration.name, shelvesStep])
    .execute()
  const at = Math.max(...steps.map(step => step.at))
  // Made as a whole there is no older release beside this one.
  const opensAt = steps.every(step => step.at === at) ? 0 : at + oneRestart
  const hasElders = () => deps.now() < opensAt
  let known: ReadonlySet<number> = new Set()
  let refreshing: Promise<void> | undefined

  const list = async (kind: Kind): Promise<readonly string[]> => {
    const parent = kind === 'messages' ? 'relay_mail' : 'relay_marks'
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${parent}) AND c.relname <> ${`relay_${kind}`}
      ORDER BY c.relname`.execute(store.db as never)
    return rows.map(({ name }) => name)
  }
  const knownNow = async () => {
    const [messages, deliveries] = await Promise.all([list('messages'), list('deliveries')])
    return new Set(deliveries.map(endOf).filter(end => messages.includes(nameOf('messages', end))))
  }
  const refreshNow = async (): Promise<void> => {
    known = await knownNow()
    const now = deps.now()
    // One more of each than messages are put on.
    const wanted = new Set([
      ...Array.from({ length: hours + 1 }, (_, index) => endsOf(hour, now)(index + 1)),
      ...Array.from({ length: days + 1 }, (_, index) => endsOf(day, now)(index + 1)),
    ])
    const missing = [...wanted].filter(end => !known.has(end))
    for (const end of missing) await store.write([compile(store, makeShelf(end))])
    if (missing.length > 0) known = await knownNow()
  }
  const refresh = (): Promise<void> => {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  await refresh()
  const timer = setInterval(() => void refresh().catch(deps.onFailure), pause)
  timer.unref()

  return {
    tableOf(kind, expiresAt) {
      const now = deps.now()
      const shelf = hasElders() ? 0 : shelfOf(expiresAt, now)
      return known.has(shelf) ? nameOf(kind, shelf) : `relay_${kind}`
    },
    refresh,
    list,
    async drop(fence = []) {
      const now = deps.now()
      const over = [...(await knownNow())].filter(end => end + grace <= now)
      for (const end of over) {
        known = new Set([...known].filter(each => each !== end))
        await store.write([...fence, compile(store, dropShelf(end))])
      }
    },
    hasElders,
    stop: () => clearInterval(timer),
  }
}

const compile = (store: Pick<Store, 'compose'>, text: string): CompiledQuery =>
  sql.raw(text).compile(store.compose as never)

/** Ends are whole hours: their number in a name is short and sorts. */
const nameOf = (kind: Kind, end: number) => `relay_${kind}_${end / hour}`
const endOf = (name: string) => Number(name.split('_').at(-1)) * hour

/**
 * Made apart and attached: writers go on meanwhile. Several processes may do it at once. No index by expiry is needed,
 * but one that finds the live messages of a topic among those that have expired.
 */
function makeShelf(end: number): string {
  const [messages, deliveries] = [nameOf('messages', end), nameOf('deliveries', end)]
  const make = (name: string, from: string, parent: string) => `
    CREATE TABLE ${name} (LIKE ${from}, CHECK (shelf = ${end}));
    ALTER TABLE ${name} ALTER COLUMN shelf SET DEFAULT ${end};
    ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES IN (${end});`
  return `DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('latchkey relay shelves ' || current_schema(), 0));
    PERFORM set_config('lock_timeout', '${lockPatience}', true);
    IF to_regclass('${messages}') IS NOT NULL THEN RETURN; END IF;
    ${make(messages, 'relay_messages', 'relay_mail')}
    ALTER TABLE ${messages} ADD PRIMARY KEY (topic, hash);
    CREATE INDEX ON ${messages} (topic, expires_at) INCLUDE (bytes);
    CREATE INDEX ON ${messages} (position);
    ${make(deliveries, 'relay_deliveries', 'relay_marks')}
    ALTER TABLE ${deliveries} ADD PRIMARY KEY (topic, hash, client_id);
  END $$`
}

/** It waits for no reader for long: the readers behind it would wait too. */
function dropShelf(end: number): string {
  return `DO $$ BEGIN
    PERFORM set_config('lock_timeout', '${lockPatience}', true);
    DROP TABLE IF EXISTS ${nameOf('messages', end)}, ${nameOf('deliveries', end)};
  EXCEPTION WHEN lock_not_available THEN NULL;
  END $$`
}
