import type { Migration } from '../../core/store/migration.ts'

/** Pending logins through a provider. */
export const socialMigration: Migration = {
  id: 13,
  name: 'social',
  statements: t => [
    `CREATE TABLE social_flows (
    flow ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    provider ${t.text} NOT NULL,
    page ${t.text} NOT NULL,
    return_to ${t.text},
    account_id ${t.text},
    client_mac ${t.text} NOT NULL,
    browser ${t.text},
    step ${t.text} NOT NULL,
    state_mac ${t.text},
    channel ${t.text},
    confirm_mac ${t.text},
    identity ${t.json},
    failure ${t.text},
    created_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE UNIQUE INDEX social_flows_by_state ON social_flows (state_mac)',
    'CREATE INDEX social_flows_by_device ON social_flows (project_id, device)',
    'CREATE INDEX social_flows_by_time ON social_flows (expires_at)',
  ],
}
