import type { Migration } from '../../../core/store/migration.ts'

/** Orders at on-ramps and exchanges, what fulfilled them, and what their providers reported. */
export const orderMigration: Migration = {
  id: 29,
  name: 'orders',
  statements: t => [
    `CREATE TABLE money_orders (
    id ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    idempotency_key ${t.text} NOT NULL,
    request_digest ${t.text} NOT NULL,
    kind ${t.text} NOT NULL CHECK (kind IN ('onramp', 'exchange')),
    provider ${t.text} NOT NULL,
    provider_name ${t.text} NOT NULL,
    reference ${t.text},
    customer ${t.text} NOT NULL,
    asset ${t.text} NOT NULL,
    recipient ${t.text} NOT NULL,
    fiat_currency ${t.text},
    fiat_amount ${t.text},
    expected_amount ${t.text},
    told_amount ${t.text},
    credited_amount ${t.text},
    state ${t.text} NOT NULL,
    told_state ${t.text} NOT NULL,
    told_at ${t.int64} NOT NULL,
    hash ${t.text},
    reason ${t.text},
    payment_id ${t.text},
    url ${t.text},
    url_ends_at ${t.int64} NOT NULL,
    opening_until ${t.int64} NOT NULL,
    created_at ${t.int64} NOT NULL,
    updated_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL,
    asked_at ${t.int64} NOT NULL,
    next_at ${t.int64},
    UNIQUE (project_id, idempotency_key),
    CHECK ((state = 'confirmed') = (credited_amount IS NOT NULL))
  )${t.table}`,
    'CREATE INDEX money_orders_by_reference ON money_orders (provider, reference) WHERE reference IS NOT NULL',
    'CREATE INDEX money_orders_due ON money_orders (provider, next_at) WHERE next_at IS NOT NULL',
    'CREATE INDEX money_orders_by_time ON money_orders (updated_at)',
    `CREATE TABLE order_credits (
    network ${t.text} NOT NULL,
    hash ${t.text} NOT NULL,
    place ${t.int64} NOT NULL,
    order_id ${t.text} NOT NULL UNIQUE REFERENCES money_orders (id) ON DELETE CASCADE,
    PRIMARY KEY (network, hash, place)
  )${t.table}`,
    `CREATE TABLE order_customers (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    account ${t.text} NOT NULL,
    customer ${t.text} NOT NULL,
    PRIMARY KEY (project_id, account)
  )${t.table}`,
    `CREATE TABLE order_events (
    provider ${t.text} NOT NULL,
    event_id ${t.text} NOT NULL,
    received_at ${t.int64} NOT NULL,
    PRIMARY KEY (provider, event_id)
  )${t.table}`,
    'CREATE INDEX order_events_by_time ON order_events (received_at)',
  ],
}
