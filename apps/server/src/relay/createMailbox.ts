import { type CompiledQuery, type ExpressionBuilder, sql } from 'kysely'
import type { Store } from '../core/store/store.ts'
import { bytesKey } from './createQuota.ts'
import { noShelves, type Shelves } from './createShelves.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'

/** A message as it is stored and delivered. */
export interface StoredMessage {
  readonly topic: string
  /** SHA-256 as hex. */
  readonly hash: string
  readonly position: number
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly expiresAt: number
  readonly tag: number
  readonly publisher: string
  readonly attestation: string | null
  readonly message: string
}

/** A subscription in use is written again this often, in milliseconds: 30 days are counted from that. */
export const subscriptionRefresh = 86_400_000

/** Messages that make room for one call at most. */
const mostEvicted = 500

/** The outcome of storing a message: stored now, there already, or no room left in its mailbox. */
export type Kept = 'kept' | 'known' | 'full'

export interface MessageKey {
  readonly topic: string
  readonly hash: string
}

/** A place in the order of all messages: the positions that two processes give out may be the same. */
export interface Place extends MessageKey {
  readonly position: number
}

/** Before everything from a position on. */
export const placeBefore = (position: number): Place => ({ position, topic: '', hash: '' })

/** The name under which subscriptions are counted: a listener pays for no project. */
export const allSubscriptions = ''

/** The bytes of messages in the store. */
export interface StoredBytes {
  readonly projects: ReadonlyMap<string, number>
  /** By `bytesKey`. */
  readonly networks: ReadonlyMap<string, number>
}

/** Who stored a message: one client at one network. */
export interface Origin {
  readonly project: string
  readonly network: string
  readonly clientId: string
}

/** A message without what makes it large. */
export interface WaitingMessage extends Place {
  readonly bytes: number
}

/** The durable side of the relay. Whatever it resolves for is on disk. */
export interface Mailbox {
  /**
   * Subscribes and keeps, all or nothing as far as the store fails; what limits refuse is left out and said.
   * @throws StoreError
   */
  write(options: {
    readonly clientId: string
    /** To whose account the messages go. */
    readonly project?: string
    /** From where they come. */
    readonly network?: string | null
    /** Messages that make room for these. */
    readonly evicted?: readonly MessageKey[]
    readonly topics?: readonly string[]
    readonly messages?: readonly StoredMessage[]
    readonly now: number
  }): Promise<{ readonly isSubscribed: readonly boolean[]; readonly kept: readonly Kept[] }>
  unsubscribe(clientId: string, topics: readonly string[]): Promise<void>
  /** A client's topics and when it last used them. */
  topicsOf(clientId: string): Promise<readonly { readonly topic: string; readonly seenAt: number }[]>
  /**
   * Bytes of the messages of each project, and of each network with more than `least` that go within `briefTime`
   * milliseconds, or later.
   */
  bytes(options: {
    readonly least: number
    readonly briefTime: number
    readonly now: number
  }): Promise<StoredBytes>
  /** The oldest messages of a sender; none when its oldest 500 do not have so many bytes. */
  oldest(origin: Origin, bytes: number): Promise<readonly (MessageKey & { readonly bytes: number })[]>
  /** All subscriptions there are, under one name. */
  countSubscriptions(): Promise<ReadonlyMap<string, number>>
  /** Counts the live messages on these topics, delivered or not: reading for a client goes through all of them. */
  count(topics: readonly string[], now: number): Promise<number>
  /** What the client has not had of these topics, oldest first, behind a place. */
  undelivered(options: {
    readonly clientId: string
    readonly topics: readonly string[]
    readonly after: Place
    readonly most: number
    readonly now: number
  }): Promise<readonly WaitingMessage[]>
  /** The messages themselves, oldest first. */
  find(keys: readonly MessageKey[]): Promise<readonly StoredMessage[]>
  /** The messages stored after a position, oldest first. */
  since(after: Place, most: number): Promise<readonly Place[]>
  /** The given messages of the mailbox that are still there, with when they go. */
  expiries(keys: readonly MessageKey[]): Promise<readonly (MessageKey & { readonly expiresAt: number })[]>
  markDelivered(marks: readonly Delivery[]): Promise<void>
}

export interface Delivery extends MessageKey {
  readonly clientId: string
  readonly expiresAt: number
}

const columns = [
  'topic',
  'hash',
  'position',
  'published_at as publishedAt',
  'expires_at as expiresAt',
  'tag',
  'publisher',
  'attestation',
  'message',
] as const

const isBehind = ({ position, topic, hash }: Place) =>
  sql<boolean>`(position, topic, hash) > (${position}, ${topic}, ${hash})`

export function createMailbox(deps: {
  readonly store: Store
  readonly limits: RelayServerLimits
  /** None by default. */
  readonly shelves?: Shelves
}): Mailbox {
  const { store, limits, shelves = noShelves } = deps
  const compile = (query: ReturnType<typeof sql<{ topic: string }>>): CompiledQuery<{ topic: string }> =>
    query.compile(store.compose as never)

  // The casts give PostgreSQL the types of the values; SQLite ignores them.
  const subscribe = (topic: string, clientId: string, now: number) =>
    compile(sql<{ topic: string }>`
      INSERT INTO relay_subscriptions (topic, client_id, seen_at)
      SELECT CAST(${topic} AS text), CAST(${clientId} AS text), CAST(${now} AS bigint)
      WHERE (SELECT count(*) FROM relay_subscriptions WHERE topic = ${topic} AND client_id <> ${clientId})
        < CAST(${limits.subscribersPerTopic} AS bigint)
      ON CONFLICT (topic, client_id) DO UPDATE SET seen_at = excluded.seen_at
      RETURNING topic`)

  /**
   * A key is unique on its own shelf only. Processes that store the same message at once, each on another one, wait for
   * each other: what comes behind this sees what the one before it has stored.
   */
  const lock = (messages: readonly StoredMessage[]): CompiledQuery => {
    const keys = arrayOf(messages.map(keyOf).toSorted())
    return compile(sql`
      SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(CAST(${keys} AS text[])) AS key`)
  }

  // A message that was published before and has expired since is a new one.
  const keep = (each: StoredMessage, project: string, network: string | null) => {
    const bytes = bytesOf(each)
    const table = sql.table(shelves.tableOf('messages', each.expiresAt))
    const elsewhere =
      shelves === noShelves
        ? sql``
        : sql`AND NOT EXISTS (
          SELECT 1 FROM relay_mail AS other
          WHERE other.topic = ${each.topic} AND other.hash = ${each.hash} AND other.expires_at > ${each.publishedAt}
        )`
    return compile(sql<{ topic: string }>`
      INSERT INTO ${table} AS kept
        (topic, hash, position, published_at, expires_at, tag, bytes, publisher, attestation, message, project_id, network)
      SELECT CAST(${each.topic} AS text), CAST(${each.hash} AS text), CAST(${each.position} AS bigint),
        CAST(${each.publishedAt} AS bigint), CAST(${each.expiresAt} AS bigint), CAST(${each.tag} AS bigint),
        CAST(${bytes} AS bigint), CAST(${each.publisher} AS text), CAST(${each.attestation} AS text),
        CAST(${each.message} AS text), CAST(${project} AS text), CAST(${network} AS text)
      WHERE (
        SELECT count(*) < CAST(${limits.mailboxMessages} AS bigint)
          AND coalesce(sum(bytes), 0) + CAST(${bytes} AS bigint) <= CAST(${limits.mailbox} AS bigint)
        FROM relay_mail WHERE topic = ${each.topic} AND expires_at > ${each.publishedAt}
      ) ${elsewhere}
      ON CONFLICT (topic, hash) DO UPDATE SET position = excluded.position,
        published_at = excluded.published_at, expires_at = excluded.expires_at, publisher = excluded.publisher,
        bytes = excluded.bytes, attestation = excluded.attestation, project_id = excluded.project_id, network = excluded.network
      WHERE kept.expires_at <= excluded.published_at
      RETURNING topic`)
  }

  const mark = (table: string, marks: readonly Delivery[]): CompiledQuery =>
    store.compose
      .insertInto(table as 'relay_deliveries')
      .values(
        marks.map(({ topic, hash, clientId, expiresAt }) => ({
          topic,
          hash,
          client_id: clientId,
          expires_at: expiresAt,
        })),
      )
      // A mark of a message that expired says nothing about the one published anew.
      .onConflict(conflict =>
        conflict
          .columns(['topic', 'hash', 'client_id'])
          .doUpdateSet(eb => ({ expires_at: eb.ref('excluded.expires_at') }))
          .whereRef(sql.ref(`${table}.expires_at`), '<', sql.ref('excluded.expires_at')),
      )
      .compile()

  // On PostgreSQL one text for any number of keys: it is prepared.
  const isAny = (keys: readonly MessageKey[]) =>
    shelves === noShelves
      ? (eb: ExpressionBuilder<never, never>) =>
          eb.or(keys.map(({ topic, hash }) => eb.and({ topic, hash } as never)))
      : sql<boolean>`(topic, hash) IN (
          SELECT key.topic, key.hash FROM unnest(
            CAST(${arrayOf(keys.map(({ topic }) => topic))} AS text[]), CAST(${arrayOf(keys.map(({ hash }) => hash))} AS text[])
          ) AS key (topic, hash)
        )`

  const evict = (keys: readonly MessageKey[]): CompiledQuery =>
    store.compose
      .deleteFrom(shelves === noShelves ? 'relay_messages' : 'relay_mail')
      .where(isAny(keys) as never)
      .compile()

  const mailbox: Mailbox = {
    async write({ clientId, project = '', network = null, evicted = [], topics = [], messages = [], now }) {
      const before = [
        ...(shelves === noShelves || messages.length === 0 ? [] : [lock(messages)]),
        ...(evicted.length === 0 ? [] : [evict(evicted)]),
      ]
      const rows = await store.write([
        ...before,
        ...topics.map(topic => subscribe(topic, clientId, now)),
        ...messages.map(each => keep(each, project, network)),
      ])
      const isThere = rows.slice(before.length).map(each => each.length > 0)
      const missing = messages.filter((_, index) => !isThere[topics.length + index])
      const there = await mailbox.expiries(missing)
      const known = new Set(there.filter(({ expiresAt }) => expiresAt > now).map(keyOf))
      return {
        isSubscribed: isThere.slice(0, topics.length),
        kept: messages.map((message, index) =>
          isThere[topics.length + index] ? 'kept' : known.has(keyOf(message)) ? 'known' : 'full',
        ),
      }
    },
    async unsubscribe(clientId, topics) {
      await store.write([
        store.compose
          .deleteFrom('relay_subscriptions')
          .where('client_id', '=', clientId)
          .where('topic', 'in', topics)
          .compile(),
      ])
    },
    topicsOf: clientId =>
      store.db
        .selectFrom('relay_subscriptions')
        .select(['topic', 'seen_at as seenAt'])
        .where('client_id', '=', clientId)
        .execute(),
    async bytes({ least, briefTime, now }) {
      const sum = sql<number>`CAST(sum(bytes) AS bigint)`
      const isBrief = sql<number>`CASE WHEN expires_at <= CAST(${now + briefTime} AS bigint) THEN 1 ELSE 0 END`
      const [projects, networks] = await Promise.all([
        store.db
          .selectFrom('relay_mail')
          .select(['project_id as project', sum.as('bytes')])
          .groupBy('project_id')
          .execute(),
        store.db
          .selectFrom(eb =>
            eb
              .selectFrom('relay_mail')
              .select(['project_id as project', 'network', 'bytes', isBrief.as('isBrief')])
              .where('network', 'is not', null)
              .as('m'),
          )
          .select(['project', 'network', 'isBrief', sum.as('bytes')])
          .groupBy(['project', 'network', 'isBrief'])
          .having(eb => eb(eb.fn.sum('bytes'), '>', least))
          .execute(),
      ])
      return {
        projects: new Map(projects.map(({ project, bytes }) => [project, Number(bytes)])),
        networks: new Map(
          networks.map(({ project, network, isBrief: brief, bytes }) => [
            bytesKey({ project, network: network ?? '', isBrief: Number(brief) === 1 }),
            Number(bytes),
          ]),
        ),
      }
    },
    async oldest({ project, network, clientId }, bytes) {
      const rows = await store.db
        .selectFrom('relay_mail')
        .select(['topic', 'hash', 'bytes'])
        .where('project_id', '=', project)
        .where('network', '=', network)
        .where('publisher', '=', clientId)
        .orderBy('position')
        .limit(mostEvicted)
        .execute()
      let freed = 0
      const end = rows.findIndex(row => {
        freed += Number(row.bytes)
        return freed >= bytes
      })
      return rows.slice(0, end + 1)
    },
    async countSubscriptions() {
      const { count } = await store.db
        .selectFrom('relay_subscriptions')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return new Map([[allSubscriptions, Number(count)]])
    },
    count: async (topics, now) => {
      if (topics.length === 0) return 0
      const { count } = await store.db
        .selectFrom('relay_mail')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('topic', 'in', topics)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    // Sorted without the messages themselves, which are read for those alone that are handed out.
    undelivered: ({ clientId, topics, after, most, now }) =>
      store.db
        .selectFrom('relay_mail as m')
        .select(['topic', 'hash', 'position', 'bytes'])
        .where('topic', 'in', topics)
        .where(isBehind(after))
        .where('expires_at', '>', now)
        .where('publisher', '<>', clientId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('relay_marks as d')
                .select('d.topic')
                .whereRef('d.topic', '=', 'm.topic')
                .whereRef('d.hash', '=', 'm.hash')
                .where('d.client_id', '=', clientId)
                .where('d.expires_at', '>', now),
            ),
          ),
        )
        .orderBy('position')
        .orderBy('topic')
        .orderBy('hash')
        .limit(most)
        .execute(),
    find: async keys =>
      keys.length === 0
        ? []
        : newest(
            await store.db
              .selectFrom('relay_mail')
              .select(columns)
              .where(isAny(keys) as never)
              .orderBy('position')
              .orderBy('topic')
              .orderBy('hash')
              .execute(),
          ),
    since: (after, most) =>
      store.db
        .selectFrom('relay_mail')
        .select(['topic', 'hash', 'position'])
        .where(isBehind(after))
        .orderBy('position')
        .orderBy('topic')
        .orderBy('hash')
        .limit(most)
        .execute(),
    expiries: async keys =>
      keys.length === 0
        ? []
        : newest(
            await store.db
              .selectFrom('relay_mail')
              .select(['topic', 'hash', 'expires_at as expiresAt'])
              .where(isAny(keys) as never)
              .execute(),
          ),
    async markDelivered(marks) {
      const tables = Map.groupBy(marks, ({ expiresAt }) => shelves.tableOf('deliveries', expiresAt))
      await store.write([...tables].map(([table, some]) => mark(table, some)))
    },
  }
  return mailbox
}

/** An array as PostgreSQL reads it; topics and hashes are hex, and the text is a parameter all the same. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.join()}}`
}

/** One row of each message: an expired one may still be on another shelf than the one published anew. */
function newest<M extends MessageKey & { readonly expiresAt: number }>(rows: readonly M[]): readonly M[] {
  const latest = new Map<string, number>()
  for (const row of rows) latest.set(keyOf(row), Math.max(row.expiresAt, latest.get(keyOf(row)) ?? 0))
  return rows.filter(row => latest.get(keyOf(row)) === row.expiresAt)
}

/** What a message takes of its mailbox. */
export function bytesOf({ message, attestation }: StoredMessage): number {
  return Buffer.byteLength(message) + Buffer.byteLength(attestation ?? '')
}

/** One text for a message: the same message on another topic is another one. */
export function keyOf({ topic, hash }: MessageKey): string {
  return topic + hash
}
