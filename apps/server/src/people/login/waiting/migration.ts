import type { Migration } from '../../../core/store/migration.ts'

/** Changes that wait because the device that began them has no key. */
export const loginWaitingMigration: Migration = {
  id: 28,
  name: 'login waiting changes',
  statements: t => [
    `CREATE TABLE login_waiting (
    id ${t.text} NOT NULL PRIMARY KEY,
    account_id ${t.text} NOT NULL REFERENCES login_accounts (id) ON DELETE CASCADE,
    project_id ${t.text} NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind ${t.text} NOT NULL,
    subject ${t.text} NOT NULL,
    label ${t.text},
    session ${t.text} NOT NULL,
    device ${t.text} NOT NULL,
    browser ${t.text},
    page ${t.text} NOT NULL,
    link_mac ${t.text} NOT NULL,
    reminder_mac ${t.text},
    state ${t.text} NOT NULL,
    begun_at ${t.int64} NOT NULL,
    effect_at ${t.int64} NOT NULL,
    told_at ${t.int64},
    reminded_at ${t.int64},
    ended_at ${t.int64}
  )${t.table}`,
    'CREATE INDEX login_waiting_by_account ON login_waiting (account_id, state)',
    'CREATE INDEX login_waiting_by_time ON login_waiting (state, effect_at)',
    'CREATE INDEX login_waiting_by_link ON login_waiting (link_mac)',
    'CREATE INDEX login_waiting_by_reminder ON login_waiting (reminder_mac)',
  ],
}
