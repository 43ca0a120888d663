import type { Migration } from '../../core/store/migration.ts'

/** Codes by email, what may be used once, and sessions. */
export const signInMigration: Migration = {
  id: 9,
  name: 'sign-in',
  statements: t => [
    `CREATE TABLE signin_flows (
    flow ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    key ${t.text} NOT NULL,
    origin ${t.text} NOT NULL,
    email ${t.text} NOT NULL,
    mac ${t.text} NOT NULL,
    address_mac ${t.text} NOT NULL,
    attempts ${t.int64} NOT NULL,
    used_at ${t.int64},
    created_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX signin_flows_by_key ON signin_flows (project_id, key)',
    'CREATE INDEX signin_flows_by_time ON signin_flows (created_at)',
    `CREATE TABLE signin_addresses (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    address_mac ${t.text} NOT NULL,
    next_at ${t.int64} NOT NULL,
    hour_at ${t.int64} NOT NULL,
    hour_count ${t.int64} NOT NULL,
    day_at ${t.int64} NOT NULL,
    day_count ${t.int64} NOT NULL,
    fails ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, address_mac)
  )${t.table}`,
    'CREATE INDEX signin_addresses_by_time ON signin_addresses (day_at)',
    `CREATE TABLE signin_clients (
    client_mac ${t.text} NOT NULL,
    address_mac ${t.text} NOT NULL,
    at ${t.int64} NOT NULL,
    PRIMARY KEY (client_mac, address_mac)
  )${t.table}`,
    'CREATE INDEX signin_clients_by_time ON signin_clients (at)',
    `CREATE TABLE signin_days (
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    day ${t.int64} NOT NULL,
    count ${t.int64} NOT NULL,
    PRIMARY KEY (project_id, day)
  )${t.table}`,
    `CREATE TABLE signin_used (
    id ${t.text} NOT NULL PRIMARY KEY,
    forget_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX signin_used_by_time ON signin_used (forget_at)',
    `CREATE TABLE signin_sessions (
    id ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    key ${t.text} NOT NULL,
    origin ${t.text} NOT NULL,
    address ${t.text} NOT NULL,
    chain_id ${t.text} NOT NULL,
    email ${t.text},
    issued_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL,
    ends_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX signin_sessions_by_key ON signin_sessions (project_id, key)',
    'CREATE INDEX signin_sessions_by_time ON signin_sessions (expires_at)',
  ],
}
