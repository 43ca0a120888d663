import type { Migration } from '../core/store/migrations.ts'

/** How often a project's flags were changed: what is signed for it only grows. */
export const projectRevisionMigration: Omit<Migration, 'id'> = {
  name: 'project revisions',
  statements: t => [`ALTER TABLE projects ADD COLUMN revision ${t.int64} NOT NULL DEFAULT 0`],
}
