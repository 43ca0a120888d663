import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrations as ownMigrations } from '../../migrations.ts'
import { createPostgresStore } from './createPostgresStore.ts'
import { connectTimeout, databaseUrlOf } from './databases.fixture.ts'
import type { TestDatabase } from './eachStore.fixture.ts'

/**
 * A schema with our tables and nothing in them. One that a test has left as it was made is emptied, and given to another
 * test under another name: to make one takes ten times as long.
 */
export async function migratedPostgres(): Promise<TestDatabase> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  const base = databaseUrlOf('postgres')
  if (base === undefined) throw new Error('There is no PostgreSQL in this test run')
  const url = `${base}&application_name=${schema}&options=${encodeURIComponent(`-c search_path=${schema}`)}`
  if (!(await withClient(base, client => takeSpare(client, schema)))) {
    await withClient(base, client => client.query(`CREATE SCHEMA ${schema}`))
    await (await createPostgresStore({ url, migrations: ownMigrations, poolSize: 1, connectTimeout })).close()
    await withClient(base, async client => {
      const made = await shapeOf(client, schema)
      await client.query(`COMMENT ON SCHEMA ${schema} IS ${client.escapeLiteral(made)}`)
    })
  }
  return {
    environment: { DATABASE_URL: url },
    name: schema,
    open(migrations) {
      if (migrations !== undefined) throw new Error('It is made by our own steps')
      return createPostgresStore({ url, migrations: ownMigrations, poolSize: 4, connectTimeout })
    },
    remove: () => withClient(base, client => putBack(client, schema)),
  }
}

/** Whether there was one. */
async function takeSpare(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'spare\\_%' ORDER BY random()",
  )
  for (const { name } of rows)
    try {
      await client.query(`ALTER SCHEMA ${name} RENAME TO ${schema}`)
      return true
    } catch {
      // Another worker has it.
    }
  return false
}

async function putBack(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT obj_description('${schema}'::regnamespace, 'pg_namespace') AS made`,
  )
  if (rows[0]?.made !== (await shapeOf(client, schema))) {
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    return
  }
  // Leave unwritten tables alone; deleting a few rows is faster than creating a table.
  await client.query(`DO $$ DECLARE each regclass; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT oid FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname ~ '${shelves}'
    LOOP EXECUTE format('DROP TABLE %s', each);
    END LOOP;
    FOR each IN SELECT oid FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
    LOOP
      IF pg_relation_size(each) > 65536 THEN EXECUTE format('TRUNCATE %s CASCADE', each);
      ELSIF pg_relation_size(each) > 0 THEN EXECUTE format('DELETE FROM %s', each);
      END IF;
    END LOOP;
  END $$`)
  await client.query(`ALTER SCHEMA ${schema} RENAME TO ${schema.replace('test_', 'spare_')}`)
}

/** A server with a relay makes these by the clock; without them the schema is as it was made. */
const shelves = '^relay_(messages|deliveries)_[0-9]'

/** Its tables, their columns and indexes, and which steps have made them. */
async function shapeOf(client: pg.Client, schema: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT md5(string_agg(relname || relkind::text || relnatts, ',' ORDER BY relname)) ||
      (SELECT coalesce(string_agg(id || name, ',' ORDER BY id), '') FROM ${schema}.migrations) AS shape
    FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relname !~ '${shelves}'`,
  )
  return rows[0]?.shape
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
