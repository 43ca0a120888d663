import type { Migration } from '../../core/store/migrations.ts'

/** Wrong guesses at codes, by everybody, hour by hour. */
export const breakerMigration: Omit<Migration, 'id'> = {
  name: 'sign-in-hours',
  statements: t => [
    `CREATE TABLE signin_hours (
    hour ${t.int64} NOT NULL PRIMARY KEY,
    fails ${t.int64} NOT NULL
  )${t.table}`,
  ],
}
