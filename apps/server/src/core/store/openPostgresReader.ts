import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { postgresFault } from './postgresFault.ts'
import { toSqlValues } from './sqlValue.ts'
import { createStatementNames, type StatementNames } from './statementNames.ts'

/**
 * Opens the read side over a pool: values are checked on their way in, and errors are the store's. After `renew`,
 * existing connections are closed as soon as their current use ends.
 */
export function openPostgresReader<D>(pool: pg.Pool): { readonly db: Kysely<D>; renew(): void } {
  const names = createStatementNames<pg.PoolClient>()
  let current = new WeakSet<pg.PoolClient>()
  pool.on('connect', client => current.add(client))
  const checked: PostgresPool = {
    options: {},
    async connect() {
      const client = await pool.connect().catch(error => {
        throw postgresFault(error)
      })
      return reader(client, names, () => !current.has(client))
    },
    end: () => pool.end(),
  }
  return {
    db: new Kysely<D>({ dialect: new PostgresDialect({ pool: checked }) }),
    renew() {
      current = new WeakSet()
    },
  }
}

function reader(
  client: pg.PoolClient,
  names: StatementNames<pg.PoolClient>,
  isOld: () => boolean,
): PostgresPoolClient {
  let broken = false
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Extended even without values: it takes one statement, never two.
    const name = names.nameOf(client, text)
    const config = { text, values: toSqlValues(parameters), name, queryMode: 'extended' }
    try {
      return await client.query(config)
    } catch (error) {
      const fault = postgresFault(error)
      broken ||= fault.code === 'away'
      throw fault
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: destroy => client.release(broken || isOld() || names.isFull(client) || destroy === true),
  }
}
