import type { Migration } from '../../core/store/migration.ts'

/** Key shares, closed under keys that are not in here (T75, T114). */
export const custodyMigration: Migration = {
  id: 11,
  name: 'custody',
  statements: t => {
    const closed = `kek ${t.text} NOT NULL,
    dek ${t.blob} NOT NULL,
    box ${t.blob} NOT NULL`
    return [
      `CREATE TABLE custody_wallets (
    account_id ${t.text} NOT NULL PRIMARY KEY,
    commit_mac ${t.text} NOT NULL,
    owner ${t.text} NOT NULL,
    created_at ${t.int64} NOT NULL,
    deleted_at ${t.int64},
    export_at ${t.int64},
    released_1 ${t.int64} NOT NULL,
    released_2 ${t.int64} NOT NULL,
    released_3 ${t.int64} NOT NULL,
    released_4 ${t.int64} NOT NULL,
    released_5 ${t.int64} NOT NULL
  )${t.table}`,
      `CREATE TABLE custody_pairs (
    account_id ${t.text} NOT NULL REFERENCES custody_wallets (account_id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    epoch ${t.int64} NOT NULL,
    version ${t.text} NOT NULL,
    ${closed},
    next_version ${t.text},
    next_kek ${t.text},
    next_dek ${t.blob},
    next_box ${t.blob},
    created_at ${t.int64} NOT NULL,
    used_at ${t.int64},
    PRIMARY KEY (account_id, device)
  )${t.table}`,
      'CREATE INDEX custody_pairs_by_kek ON custody_pairs (kek)',
      'CREATE INDEX custody_pairs_by_next_kek ON custody_pairs (next_kek)',
      `CREATE TABLE custody_factors (
    account_id ${t.text} NOT NULL REFERENCES custody_wallets (account_id) ON DELETE CASCADE,
    factor ${t.text} NOT NULL,
    kind ${t.text} NOT NULL,
    label ${t.text},
    params ${t.json} NOT NULL,
    sealed ${t.json},
    created_at ${t.int64} NOT NULL,
    used_at ${t.int64},
    ${closed},
    PRIMARY KEY (account_id, factor)
  )${t.table}`,
      'CREATE INDEX custody_factors_by_kek ON custody_factors (kek)',
      `CREATE TABLE custody_passwords (
    account_id ${t.text} NOT NULL PRIMARY KEY,
    tries ${t.int64} NOT NULL,
    ${closed}
  )${t.table}`,
      'CREATE INDEX custody_passwords_by_kek ON custody_passwords (kek)',
      `CREATE TABLE custody_audit (
    id ${t.text} NOT NULL PRIMARY KEY,
    at ${t.int64} NOT NULL,
    account_id ${t.text} NOT NULL,
    device ${t.text} NOT NULL,
    action ${t.text} NOT NULL,
    detail ${t.text} NOT NULL
  )${t.table}`,
      'CREATE INDEX custody_audit_by_account ON custody_audit (account_id, at)',
      'CREATE INDEX custody_audit_by_time ON custody_audit (at)',
    ]
  },
}
