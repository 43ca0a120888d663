import type { Migration } from '../core/store/migration.ts'

/** What a project's backend needs: its secrets, where it is notified, and who its payments may go to. */
export const projectAccessMigration: Migration = {
  id: 30,
  name: 'project secrets, webhooks and receivers',
  statements: t => [
    `CREATE TABLE project_secrets (
      id ${t.text} NOT NULL PRIMARY KEY,
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      hash ${t.text} NOT NULL UNIQUE,
      created_at ${t.int64} NOT NULL
    )${t.table}`,
    'CREATE INDEX project_secrets_by_project ON project_secrets (project_id)',
    `CREATE TABLE project_webhooks (
      project_id ${t.text} NOT NULL PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      url ${t.text} NOT NULL,
      secret ${t.text} NOT NULL,
      old_secret ${t.text},
      old_until ${t.int64},
      created_at ${t.int64} NOT NULL
    )${t.table}`,
    `CREATE TABLE project_receivers (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      account ${t.text} NOT NULL,
      PRIMARY KEY (project_id, account)
    )${t.table}`,
  ],
}
