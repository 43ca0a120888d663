import type { Migration } from '../core/store/migration.ts'

/** Projects, their origins and their flags. */
export const projectMigration: Migration = {
  id: 1,
  name: 'projects',
  statements: t => [
    `CREATE TABLE projects (
      id ${t.text} NOT NULL PRIMARY KEY,
      name ${t.text} NOT NULL,
      created_at ${t.int64} NOT NULL
    )${t.table}`,
    `CREATE TABLE project_origins (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      origin ${t.text} NOT NULL,
      PRIMARY KEY (project_id, origin)
    )${t.table}`,
    `CREATE TABLE project_features (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      feature_id ${t.text} NOT NULL,
      is_enabled ${t.flag} NOT NULL CHECK (is_enabled IN (0, 1)),
      config ${t.json},
      PRIMARY KEY (project_id, feature_id)
    )${t.table}`,
  ],
}
