import type { Migration } from '../../core/store/migration.ts'

/** What projects pay for their visitors' operations: budgets, limits, and what was signed for (T139). */
export const paymasterMigration: Migration = {
  id: 33,
  name: 'paymaster',
  statements: t => [
    `CREATE TABLE paymaster_budgets (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      network ${t.text} NOT NULL,
      day ${t.int64} NOT NULL,
      spent ${t.int64} NOT NULL,
      PRIMARY KEY (project_id, network, day)
    )${t.table}`,
    `CREATE TABLE paymaster_accounts (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      network ${t.text} NOT NULL,
      account ${t.text} NOT NULL,
      hour ${t.int64} NOT NULL,
      operations ${t.int64} NOT NULL,
      PRIMARY KEY (project_id, network, account, hour)
    )${t.table}`,
    'CREATE INDEX paymaster_accounts_by_hour ON paymaster_accounts (hour)',
    `CREATE TABLE paymaster_grants (
      network ${t.text} NOT NULL,
      hash ${t.text} NOT NULL,
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      account ${t.text} NOT NULL,
      entry_point ${t.text} NOT NULL,
      nonce ${t.text} NOT NULL,
      day ${t.int64} NOT NULL,
      cost ${t.int64} NOT NULL,
      state ${t.text} NOT NULL,
      valid_until ${t.int64} NOT NULL,
      PRIMARY KEY (network, hash)
    )${t.table}`,
    'CREATE INDEX paymaster_grants_by_state ON paymaster_grants (state, valid_until)',
    'CREATE INDEX paymaster_grants_by_project ON paymaster_grants (project_id)',
  ],
}
