import type { Migration } from '../../core/store/migration.ts'

/** Counted refusals, announced changes of recovery, the projects of an account, and which purposes of the vault had a key. */
export const custodyGuardsMigration: Migration = {
  id: 18,
  name: 'custody guards',
  statements: t => [
    `ALTER TABLE custody_audit ADD COLUMN count ${t.int64} NOT NULL DEFAULT 1`,
    `CREATE TABLE custody_changes (
    account_id ${t.text} NOT NULL REFERENCES custody_wallets (account_id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    request ${t.text} NOT NULL,
    at ${t.int64} NOT NULL,
    PRIMARY KEY (account_id, device)
  )${t.table}`,
    `CREATE TABLE custody_projects (
    account_id ${t.text} NOT NULL,
    project_id ${t.text} NOT NULL,
    PRIMARY KEY (account_id, project_id)
  )${t.table}`,
    `CREATE TABLE custody_vault_keys (
    purpose ${t.text} NOT NULL PRIMARY KEY,
    noted_at ${t.int64} NOT NULL
  )${t.table}`,
  ],
}
