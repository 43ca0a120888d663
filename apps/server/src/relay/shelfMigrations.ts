import type { Migration } from '../core/store/migration.ts'

/** The name of the step after which PostgreSQL has shelves. */
export const shelvesStep = 'relay shelves'

/**
 * All messages and marks under one name each. On PostgreSQL these are partitioned tables: the tables of the first steps
 * become their partition 0, and `createShelves` adds one for each time of expiry. No row is copied, nothing is scanned
 * under a lock that stops writers, and a process of an older release continues to work on partition 0. On SQLite they
 * are views.
 */
export const relayShelfMigrations: readonly Migration[] = [
  {
    id: 19,
    name: 'relay shelf column',
    statements: ({ engine }) =>
      engine === 'sqlite'
        ? []
        : tables.flatMap(table => [
            `ALTER TABLE ${table} ADD COLUMN shelf BIGINT NOT NULL DEFAULT 0`,
            `ALTER TABLE ${table} ADD CONSTRAINT ${table}_shelf CHECK (shelf = 0) NOT VALID`,
          ]),
  },
  {
    id: 20,
    name: 'relay shelf column, checked',
    // A step of its own: it reads whole tables, and holds no lock meanwhile that stops a writer.
    statements: ({ engine }) =>
      engine === 'sqlite'
        ? []
        : tables.map(table => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_shelf`),
  },
  {
    id: 21,
    name: shelvesStep,
    statements: ({ engine }) =>
      engine === 'sqlite'
        ? [
            'CREATE VIEW relay_mail AS SELECT * FROM relay_messages',
            'CREATE VIEW relay_marks AS SELECT * FROM relay_deliveries',
          ]
        : [
            'CREATE TABLE relay_mail (LIKE relay_messages) PARTITION BY LIST (shelf)',
            'ALTER TABLE relay_mail ATTACH PARTITION relay_messages FOR VALUES IN (0)',
            'CREATE TABLE relay_marks (LIKE relay_deliveries) PARTITION BY LIST (shelf)',
            'ALTER TABLE relay_marks ATTACH PARTITION relay_deliveries FOR VALUES IN (0)',
          ],
  },
]

const tables = ['relay_messages', 'relay_deliveries'] as const
