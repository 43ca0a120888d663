import type { Migration } from '../core/store/migration.ts'

/** How often a project's flags were changed: what is signed for it only grows. */
export const projectRevisionMigration: Migration = {
  id: 8,
  name: 'project revisions',
  statements: t => [`ALTER TABLE projects ADD COLUMN revision ${t.int64} NOT NULL DEFAULT 0`],
}
