import type { CompiledQuery } from 'kysely'
import { relayLimits } from 'latchkey/services'
import { repeat } from '../core/scale/repeat.ts'
import type { Term } from '../core/scale/shared.ts'
import type { Store } from '../core/store/store.ts'
import { noShelves, type Shelves } from './createShelves.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'

/** How often it is looked, in milliseconds. */
const pause = 60_000
/** Rows of one batch: others write in between. */
const mostRows = 1_000

/** The part of a project's bytes beyond which its expired messages do not wait for their shelf to end. */
const patientPart = 1 / 4

interface Sweep {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  readonly shelves?: Shelves
  /** Bytes that the mailboxes of a project keep together. */
  readonly projectBytes?: number
  readonly now: number
  readonly fence?: Term['fence']
}

/** Deletes expired messages, their delivery marks, and subscriptions unused for 30 days. */
export async function sweepOnce(sweep: Sweep): Promise<void> {
  const { shelves = noShelves } = sweep
  const { compose } = sweep.store
  await shelves.drop(sweep.fence)
  const messages = expiredMessages(sweep, 'relay_messages')
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
  for (const statement of [messages, deliveries, subscriptions]) await repeatDelete(sweep, statement)
  if (shelves === noShelves || sweep.projectBytes === undefined) return
  // On a shelf they would take room until its hour or day is over, and a project could fill the disk with them (T90).
  const large = await projectsBeyond(sweep, sweep.projectBytes * patientPart)
  if (large.length === 0) return
  for (const table of await shelves.list('messages'))
    await repeatDelete(sweep, expiredMessages(sweep, table, large))
}

/** Deletes some of the expired messages of a table: those of the given projects, or any. */
function expiredMessages(
  { store: { compose }, now }: Sweep,
  table: string,
  projects?: readonly string[],
): CompiledQuery {
  const from = table as 'relay_messages'
  return compose
    .deleteFrom(from)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('topic', 'hash'),
        'in',
        selectFrom(from)
          .select(['topic', 'hash'])
          .where('expires_at', '<=', now)
          .$if(projects !== undefined, query => query.where('project_id', 'in', projects ?? []))
          .limit(mostRows)
          .$asTuple('topic', 'hash'),
      ),
    )
    .returning('topic')
    .compile()
}

async function repeatDelete(sweep: Sweep, statement: CompiledQuery): Promise<void> {
  for (let count = mostRows; count === mostRows; ) {
    const rows = await sweep.store.write([...(sweep.fence ?? []), statement])
    count = rows.at(-1)?.length ?? 0
  }
}

async function projectsBeyond({ store }: Sweep, bytes: number): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('relay_mail')
    .select('project_id as project')
    .groupBy('project_id')
    .having(eb => eb(eb.fn.sum('bytes'), '>', bytes))
    .execute()
  return rows.map(({ project }) => project)
}

/** The work of whichever process leads. */
export async function sweepRelay(
  deps: {
    readonly store: Store
    readonly shelves: Shelves
    readonly limits: RelayServerLimits
    readonly now: () => number
  },
  term: Term,
): Promise<void> {
  const { store, shelves, limits, now } = deps
  await repeat(term, pause, () =>
    sweepOnce({ store, shelves, projectBytes: limits.projectBytes, now: now(), fence: term.fence }),
  )
}
