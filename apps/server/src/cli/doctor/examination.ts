import type { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { Kysely } from 'kysely'
import type { Database } from '../../core/store/database.ts'
import type { Settings } from '../../rooms.ts'
import type { Said } from './finding.ts'

/** What the checks work with. */
export interface Examination {
  readonly settings: Settings
  /** The data, read only; or why it cannot be read. */
  readonly data: OpenedData | { readonly problem: string }
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: () => number
  /** Milliseconds for one answer from the network. */
  readonly timeout: number
  readonly resolver: Pick<Resolver, 'resolveCaa' | 'resolveMx' | 'resolveTxt'>
  /** How names are found for connections; the system's own way by default. */
  readonly lookup?: LookupFunction
  /** Certificates of authorities beyond those that Node knows. */
  readonly ca?: string
  /** Name of the sender's DKIM key, where the operator gave it. */
  readonly dkim?: string | undefined
}

export interface OpenedData {
  readonly db: Kysely<Database>
  readonly engine: 'SQLite' | 'PostgreSQL'
}

export type Check = (examination: Examination) => Promise<readonly Said[]>

/** The rows of a query, or why there are none. Without a database no check fails twice: `database` reports it. */
export async function rowsOf<T>(
  { data }: Examination,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T | undefined> {
  if ('problem' in data) return undefined
  try {
    return await read(data.db)
  } catch {
    return undefined
  }
}
