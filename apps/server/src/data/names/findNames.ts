import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Profile } from 'latchkey/services'
import { etherCoinType } from 'latchkey/services'
import { viem } from '../../core/libraries/viem.ts'
import type { Database } from '../../core/store/database.ts'
import type { Store } from '../../core/store/store.ts'
import { parseAttributes } from './attributes.ts'

export type NameRow = Selectable<Database['names']>

/** The most names returned for one address. */
const mostOfAddress = 100

export async function findName(
  store: Pick<Store, 'db'>,
  zone: string,
  label: string,
): Promise<NameRow | undefined> {
  return store.db
    .selectFrom('names')
    .selectAll()
    .where('zone', '=', zone)
    .where('label', '=', label)
    .executeTakeFirst()
}

/** The names of an address in lower case: those it goes by, the latest first, then those that others handed to it. */
export async function findNamesOf(
  store: Pick<Store, 'db'>,
  zone: string,
  address: string,
  most = mostOfAddress,
): Promise<readonly NameRow[]> {
  return store.db
    .selectFrom('names')
    .selectAll()
    .where('zone', '=', zone)
    .where('address', '=', address)
    .orderBy(eb => namedAt(eb), 'desc')
    .orderBy('registered_at', 'desc')
    .orderBy('label')
    .limit(most)
    .execute()
}

/** The name that an address goes by, if any; a name that another account handed to it is none before it says so. */
export async function findPrimaryName(
  store: Pick<Store, 'db'>,
  zone: string,
  address: string,
): Promise<NameRow | undefined> {
  const [row] = await findNamesOf(store, zone, address, 1)
  return row !== undefined && isNamed(row) ? row : undefined
}

/** Whether the holder made a name its own: it registered it, or chose it. */
export function isNamed({ named_at }: Pick<NameRow, 'named_at'>): boolean {
  return named_at !== 0
}

/** Counts the names that an address made its own (S11m): others cannot fill its measure. */
export function countNamesOf(
  eb: Pick<ExpressionBuilder<Database, never>, 'selectFrom'>,
  zone: string,
  address: string,
) {
  return eb
    .selectFrom('names')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('zone', '=', zone)
    .where('address', '=', address)
    .where(inner => inner.or([inner('named_at', 'is', null), inner('named_at', '>', 0)]))
}

/** Which of these labels cannot be had, because they or ones that look like them are held. */
export async function findHeld(
  store: Pick<Store, 'db'>,
  zone: string,
  skeletons: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.db
    .selectFrom('names')
    .select('skeleton')
    .where('zone', '=', zone)
    .where('skeleton', 'in', skeletons)
    .execute()
  return new Set(rows.map(row => row.skeleton))
}

function namedAt(eb: Pick<ExpressionBuilder<Database, 'names'>, 'fn'>) {
  return eb.fn.coalesce('named_at', 'registered_at')
}

/** The record as the wire has it (SPEC-NOTES §7). */
export function toProfile(row: NameRow): Profile {
  const time = (milliseconds: number) => new Date(milliseconds).toISOString()
  return {
    name: `${row.label}.${row.zone}`,
    registered_at: time(row.registered_at),
    updated_at: time(row.updated_at),
    addresses: {
      [etherCoinType]: { address: viem().getAddress(row.address), created: time(row.registered_at) },
    },
    attributes: parseAttributes(row.attributes),
  }
}
