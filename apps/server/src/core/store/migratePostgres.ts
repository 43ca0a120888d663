import type pg from 'pg'
import { compareMigrations, type MigrationScript } from './compareMigrations.ts'
import { StoreError } from './storeError.ts'

/**
 * Brings the schema up to date, each step in a transaction of its own that also records it. An advisory lock lets one
 * process of the installation do it while the others wait: for as long as it takes, so the pool is to have no time-outs.
 * @throws StoreError invalid when the database was made by a newer release or by other steps.
 */
export async function migratePostgres(
  pool: pg.Pool,
  scripts: readonly MigrationScript[],
  now: number,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query("SELECT current_setting('server_encoding') AS encoding")
    if (rows[0]?.encoding !== 'UTF8')
      throw new StoreError({ code: 'invalid', message: 'The database must be encoded in UTF-8' })
    await client.query(`SELECT pg_advisory_lock(${lock})`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, at BIGINT NOT NULL)',
    )
    const recorded = await client.query('SELECT id, name FROM migrations ORDER BY id')
    const fault = compareMigrations(recorded.rows, scripts)
    if (fault !== undefined) throw new StoreError(fault)
    for (const script of scripts.slice(recorded.rows.length)) {
      await client.query('BEGIN')
      for (const statement of script.statements) await client.query(statement)
      await client.query('INSERT INTO migrations (id, name, at) VALUES ($1, $2, $3)', [
        script.id,
        script.name,
        now,
      ])
      await client.query('COMMIT')
    }
  } finally {
    // With its connection the lock goes as well, and whatever a failed step began.
    client.release(true)
  }
}

// Two installations may live in two schemas of one database.
const lock = "hashtextextended('latchkey migrations ' || current_schema(), 0)"
