import type { Migration } from '../core/store/migration.ts'

/** The addresses that belong to a project: the wallet calls them by the project's name. */
export const projectAddressesMigration: Migration = {
  id: 26,
  name: 'project addresses',
  statements: t => [`ALTER TABLE projects ADD COLUMN addresses ${t.json} NOT NULL DEFAULT '[]'`],
}
