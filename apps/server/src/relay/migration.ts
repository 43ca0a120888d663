import type { Migration } from '../core/store/migration.ts'

/** Mailboxes and subscriptions of the relay. */
export const relayMigration: Migration = {
  id: 6,
  name: 'relay',
  statements: t => [
    `CREATE TABLE relay_messages (
    topic ${t.text} NOT NULL,
    hash ${t.text} NOT NULL,
    position ${t.int64} NOT NULL,
    published_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL,
    tag ${t.int64} NOT NULL,
    bytes ${t.int64} NOT NULL,
    publisher ${t.text} NOT NULL,
    attestation ${t.text},
    message ${t.text} NOT NULL,
    PRIMARY KEY (topic, hash)
  )${t.table}`,
    'CREATE INDEX relay_messages_by_position ON relay_messages (position)',
    'CREATE INDEX relay_messages_by_expiry ON relay_messages (expires_at)',
    `CREATE TABLE relay_deliveries (
    topic ${t.text} NOT NULL,
    hash ${t.text} NOT NULL,
    client_id ${t.text} NOT NULL,
    expires_at ${t.int64} NOT NULL,
    PRIMARY KEY (topic, hash, client_id)
  )${t.table}`,
    'CREATE INDEX relay_deliveries_by_expiry ON relay_deliveries (expires_at)',
    `CREATE TABLE relay_subscriptions (
    topic ${t.text} NOT NULL,
    client_id ${t.text} NOT NULL,
    seen_at ${t.int64} NOT NULL,
    PRIMARY KEY (topic, client_id)
  )${t.table}`,
    'CREATE INDEX relay_subscriptions_by_client ON relay_subscriptions (client_id)',
    'CREATE INDEX relay_subscriptions_by_use ON relay_subscriptions (seen_at)',
  ],
}
