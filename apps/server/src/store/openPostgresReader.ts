import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { postgresFault } from './postgresFault.ts'
import { toSqlValues } from './sqlValue.ts'

/** The reading door over a pool: values are checked on their way in, errors are the store's. */
export function openPostgresReader<D>(pool: pg.Pool): Kysely<D> {
  const checked: PostgresPool = {
    options: {},
    async connect() {
      const client = await pool.connect().catch(error => {
        throw postgresFault(error)
      })
      return reader(client)
    },
    end: () => pool.end(),
  }
  return new Kysely<D>({ dialect: new PostgresDialect({ pool: checked }) })
}

function reader(client: pg.PoolClient): PostgresPoolClient {
  let broken = false
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Extended even without values: it takes one statement, never two.
    const config = { text, values: toSqlValues(parameters), queryMode: 'extended' }
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
    release: destroy => client.release(broken || destroy === true),
  }
}
