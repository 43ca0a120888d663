import type { Migration } from '../../core/store/migration.ts'

/** The projects that accounts are logged in to are known to have been theirs: their policies hold from the start. */
export const custodyProjectsMigration: Migration = {
  id: 24,
  name: 'custody projects',
  statements: () => [
    `INSERT INTO custody_projects (account_id, project_id)
      SELECT DISTINCT account_id, project_id FROM login_sessions`,
  ],
}
