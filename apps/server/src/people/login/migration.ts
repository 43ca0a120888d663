import type { Migration } from '../../core/store/migration.ts'

/** Accounts of the embedded wallet: what they are known by, their devices and sessions, and logins that were begun. */
export const loginMigration: Migration = {
  id: 12,
  name: 'login',
  statements: t => [
    `CREATE TABLE login_accounts (
    id ${t.text} NOT NULL PRIMARY KEY,
    created_at ${t.int64} NOT NULL,
    frozen_until ${t.int64} NOT NULL
  )${t.table}`,
    `CREATE TABLE login_identities (
    kind ${t.text} NOT NULL,
    issuer ${t.text} NOT NULL,
    subject ${t.text} NOT NULL,
    account_id ${t.text} NOT NULL,
    email ${t.text},
    label ${t.text},
    name ${t.text},
    created_at ${t.int64} NOT NULL,
    PRIMARY KEY (kind, issuer, subject)
  )${t.table}`,
    'CREATE INDEX login_identities_by_account ON login_identities (account_id)',
    `CREATE TABLE login_devices (
    account_id ${t.text} NOT NULL REFERENCES login_accounts (id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    name ${t.text},
    page ${t.text} NOT NULL,
    created_at ${t.int64} NOT NULL,
    seen_at ${t.int64} NOT NULL,
    PRIMARY KEY (account_id, device)
  )${t.table}`,
    `CREATE TABLE login_passkeys (
    credential ${t.text} NOT NULL PRIMARY KEY,
    account_id ${t.text} NOT NULL,
    public_key ${t.blob} NOT NULL,
    counter ${t.int64} NOT NULL,
    label ${t.text},
    is_synced ${t.flag} NOT NULL CHECK (is_synced IN (0, 1)),
    created_at ${t.int64} NOT NULL,
    used_at ${t.int64}
  )${t.table}`,
    'CREATE INDEX login_passkeys_by_account ON login_passkeys (account_id)',
    `CREATE TABLE login_sessions (
    id ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    account_id ${t.text} NOT NULL REFERENCES login_accounts (id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    provider ${t.text} NOT NULL,
    proved_by ${t.text} NOT NULL,
    proved_at ${t.int64} NOT NULL,
    token_mac ${t.text} NOT NULL,
    refresh_mac ${t.text} NOT NULL,
    last_refresh_mac ${t.text},
    is_used ${t.flag} NOT NULL CHECK (is_used IN (0, 1)),
    token_until ${t.int64} NOT NULL,
    refresh_until ${t.int64} NOT NULL,
    ends_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX login_sessions_by_account ON login_sessions (account_id, device)',
    'CREATE INDEX login_sessions_by_time ON login_sessions (refresh_until)',
    `CREATE TABLE login_flows (
    flow ${t.text} NOT NULL PRIMARY KEY,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    page ${t.text} NOT NULL,
    email ${t.text} NOT NULL,
    identity ${t.text} NOT NULL,
    link_mac ${t.text},
    state ${t.text} NOT NULL,
    code_flow ${t.text},
    match_number ${t.text} NOT NULL,
    browser ${t.text},
    created_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX login_flows_by_device ON login_flows (project_id, device)',
    'CREATE UNIQUE INDEX login_flows_by_link ON login_flows (link_mac)',
    'CREATE INDEX login_flows_by_time ON login_flows (expires_at)',
    `CREATE TABLE login_addresses (
    address_mac ${t.text} NOT NULL PRIMARY KEY,
    day_at ${t.int64} NOT NULL,
    sent ${t.int64} NOT NULL,
    fails ${t.int64} NOT NULL,
    denied_until ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX login_addresses_by_time ON login_addresses (day_at)',
    `CREATE TABLE login_changes (
    change_id ${t.text} NOT NULL PRIMARY KEY,
    account_id ${t.text} NOT NULL REFERENCES login_accounts (id) ON DELETE CASCADE,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    device ${t.text} NOT NULL,
    page ${t.text} NOT NULL,
    step ${t.text} NOT NULL,
    old_email ${t.text},
    old_identity ${t.text},
    new_email ${t.text} NOT NULL,
    new_identity ${t.text} NOT NULL,
    code_flow ${t.text} NOT NULL,
    created_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL
  )${t.table}`,
    'CREATE INDEX login_changes_by_account ON login_changes (account_id)',
    'CREATE INDEX login_changes_by_time ON login_changes (expires_at)',
    `CREATE TABLE login_undos (
    link_mac ${t.text} NOT NULL PRIMARY KEY,
    account_id ${t.text} NOT NULL REFERENCES login_accounts (id) ON DELETE CASCADE,
    old_email ${t.text} NOT NULL,
    old_identity ${t.text} NOT NULL,
    new_email ${t.text} NOT NULL,
    created_at ${t.int64} NOT NULL,
    expires_at ${t.int64} NOT NULL,
    undone_at ${t.int64}
  )${t.table}`,
    'CREATE INDEX login_undos_by_account ON login_undos (account_id)',
    'CREATE INDEX login_undos_by_identity ON login_undos (old_identity)',
    'CREATE INDEX login_undos_by_time ON login_undos (expires_at)',
  ],
}
