import type { Migration } from '../../core/store/migration.ts'

/** Names and the nonces that were used for them. */
export const nameMigration: Migration = {
  id: 5,
  name: 'names',
  statements: t => [
    `CREATE TABLE names (
    zone ${t.text} NOT NULL,
    label ${t.text} NOT NULL,
    skeleton ${t.text} NOT NULL,
    address ${t.text} NOT NULL,
    attributes ${t.json} NOT NULL,
    registered_at ${t.int64} NOT NULL,
    updated_at ${t.int64} NOT NULL,
    PRIMARY KEY (zone, label),
    UNIQUE (zone, skeleton)
  )${t.table}`,
    'CREATE INDEX names_by_address ON names (zone, address, registered_at)',
    `CREATE TABLE name_nonces (
    nonce ${t.text} NOT NULL PRIMARY KEY,
    used_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX name_nonces_by_time ON name_nonces (used_at)',
  ],
}
