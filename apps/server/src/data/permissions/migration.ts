import type { Migration } from '../../core/store/migration.ts'

/** The permissions that accounts gave (ERC-7715). The keys that may use them are never here (T113). */
export const permissionMigration: Migration = {
  id: 34,
  name: 'permissions',
  statements: t => [
    `CREATE TABLE permission_sessions (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      pci ${t.text} NOT NULL,
      network ${t.text} NOT NULL,
      account ${t.text} NOT NULL,
      delegator ${t.text} NOT NULL,
      delegate ${t.text} NOT NULL,
      permission ${t.json} NOT NULL,
      context ${t.text} NOT NULL,
      state ${t.text} NOT NULL,
      created_at ${t.int64} NOT NULL,
      expires_at ${t.int64} NOT NULL,
      PRIMARY KEY (project_id, pci)
    )${t.table}`,
    'CREATE INDEX permission_sessions_by_account ON permission_sessions (project_id, network, account, created_at)',
    'CREATE INDEX permission_sessions_by_expiry ON permission_sessions (expires_at)',
  ],
}
