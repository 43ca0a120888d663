import type { Migration } from '../../core/store/migration.ts'

/** Payments with what counts for them, refunds, and messages to the host. */
export const paymentsMigration: Migration = {
  id: 31,
  name: 'payments',
  statements: t => [
    `CREATE TABLE payments (
      id ${t.text} NOT NULL PRIMARY KEY,
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      state ${t.text} NOT NULL,
      reference ${t.text} NOT NULL UNIQUE,
      accepts ${t.json} NOT NULL,
      details ${t.json} NOT NULL,
      fiat ${t.json},
      created_at ${t.int64} NOT NULL,
      expires_at ${t.int64} NOT NULL,
      watch_until ${t.int64} NOT NULL,
      due_at ${t.int64},
      version ${t.int64} NOT NULL,
      is_stale ${t.flag} NOT NULL CHECK (is_stale = 0)
    )${t.table}`,
    'CREATE INDEX payments_by_due ON payments (due_at)',
    'CREATE INDEX payments_by_watch ON payments (watch_until)',
    `CREATE TABLE payment_ways (
      payment_id ${t.text} NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
      place ${t.int64} NOT NULL,
      chain ${t.text} NOT NULL,
      asset ${t.text} NOT NULL,
      recipient ${t.text} NOT NULL,
      units ${t.text} NOT NULL,
      from_block ${t.int64} NOT NULL,
      PRIMARY KEY (payment_id, place)
    )${t.table}`,
    'CREATE INDEX payment_ways_by_recipient ON payment_ways (chain, recipient)',
    `CREATE TABLE payment_keys (
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      scope ${t.text} NOT NULL,
      key ${t.text} NOT NULL,
      body_hash ${t.text} NOT NULL,
      made ${t.text} NOT NULL,
      PRIMARY KEY (project_id, scope, key)
    )${t.table}`,
    `CREATE TABLE payment_claims (
      payment_id ${t.text} NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
      chain ${t.text} NOT NULL,
      hash ${t.text} NOT NULL,
      state ${t.text} NOT NULL,
      at ${t.int64} NOT NULL,
      PRIMARY KEY (payment_id, chain, hash)
    )${t.table}`,
    `CREATE TABLE payment_transfers (
      chain ${t.text} NOT NULL,
      hash ${t.text} NOT NULL,
      place ${t.int64} NOT NULL,
      payment_id ${t.text} NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
      way ${t.int64} NOT NULL,
      units ${t.text} NOT NULL,
      payer ${t.text} NOT NULL,
      block ${t.int64} NOT NULL,
      block_time ${t.int64} NOT NULL,
      at ${t.int64} NOT NULL,
      PRIMARY KEY (chain, hash, place)
    )${t.table}`,
    'CREATE INDEX payment_transfers_by_payment ON payment_transfers (payment_id)',
    `CREATE TABLE payment_refunds (
      id ${t.text} NOT NULL PRIMARY KEY,
      payment_id ${t.text} NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
      state ${t.text} NOT NULL,
      way ${t.int64} NOT NULL,
      units ${t.text} NOT NULL,
      recipient ${t.text} NOT NULL,
      chain ${t.text} NOT NULL,
      hash ${t.text},
      place ${t.int64},
      from_block ${t.int64} NOT NULL,
      at ${t.int64} NOT NULL,
      UNIQUE (chain, hash, place)
    )${t.table}`,
    'CREATE INDEX payment_refunds_by_payment ON payment_refunds (payment_id)',
    `CREATE TABLE payment_chains (
      chain ${t.text} NOT NULL PRIMARY KEY,
      next_block ${t.int64} NOT NULL
    )${t.table}`,
    `CREATE TABLE webhook_deliveries (
      id ${t.text} NOT NULL PRIMARY KEY,
      project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      payment_id ${t.text} NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
      version ${t.int64} NOT NULL,
      type ${t.text} NOT NULL,
      body ${t.text} NOT NULL,
      state ${t.text} NOT NULL,
      attempts ${t.json} NOT NULL,
      tries ${t.int64} NOT NULL,
      since ${t.int64} NOT NULL,
      next_at ${t.int64},
      claim ${t.text},
      claimed_until ${t.int64} NOT NULL,
      created_at ${t.int64} NOT NULL
    )${t.table}`,
    'CREATE INDEX webhook_deliveries_by_next ON webhook_deliveries (next_at)',
    'CREATE INDEX webhook_deliveries_by_project ON webhook_deliveries (project_id, created_at)',
    'CREATE INDEX webhook_deliveries_by_payment ON webhook_deliveries (payment_id, version)',
  ],
}
