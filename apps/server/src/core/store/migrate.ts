import type { DatabaseSync } from 'node:sqlite'
import { compareMigrations, type MigrationScript } from './compareMigrations.ts'
import type { StoreFault } from './storeError.ts'

/**
 * Brings the schema up to date, each step in a transaction of its own that also records it; safe when two processes
 * start at once. Answers a fault when the database was made by a newer release or by other steps.
 */
export function migrate(
  db: DatabaseSync,
  scripts: readonly MigrationScript[],
  now: number,
): StoreFault | undefined {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
  )
  const recorded = db.prepare('SELECT id, name FROM migrations ORDER BY id').all() as {
    id: number
    name: string
  }[]
  const fault = compareMigrations(recorded, scripts)
  if (fault !== undefined) return fault
  const isRecorded = db.prepare('SELECT 1 FROM migrations WHERE id = ?')
  const record = db.prepare('INSERT INTO migrations (id, name, at) VALUES (?, ?, ?)')
  for (const script of scripts.slice(recorded.length)) {
    db.exec('BEGIN IMMEDIATE')
    try {
      if (isRecorded.get(script.id) === undefined) {
        for (const statement of script.statements) db.exec(statement)
        record.run(script.id, script.name, now)
      }
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
  return undefined
}
