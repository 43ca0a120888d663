import type { Migration } from '../store/migration.ts'

/** The leases by which one process of several leads. */
export const scaleMigration: Migration = {
  id: 3,
  name: 'leases',
  statements: t => [
    `CREATE TABLE leases (
    name ${t.text} NOT NULL PRIMARY KEY,
    holder ${t.text} NOT NULL,
    token ${t.int64} NOT NULL,
    beat ${t.int64} NOT NULL,
    ttl ${t.int64} NOT NULL,
    is_fenced ${t.flag} NOT NULL CHECK (is_fenced = 0)
  )${t.table}`,
  ],
}
