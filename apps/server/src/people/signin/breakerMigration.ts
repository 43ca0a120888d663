import type { Migration } from '../../core/store/migration.ts'

/** Wrong guesses at codes, by everybody, hour by hour. */
export const breakerMigration: Migration = {
  id: 10,
  name: 'sign-in-hours',
  statements: t => [
    `CREATE TABLE signin_hours (
    hour ${t.int64} NOT NULL PRIMARY KEY,
    fails ${t.int64} NOT NULL
  )${t.table}`,
  ],
}
