import type { Migration } from '../core/store/migration.ts'

/** The number of changes of a project's flags: the version of signed flags only grows. */
export const projectRevisionMigration: Migration = {
  id: 8,
  name: 'project revisions',
  statements: t => [`ALTER TABLE projects ADD COLUMN revision ${t.int64} NOT NULL DEFAULT 0`],
}
