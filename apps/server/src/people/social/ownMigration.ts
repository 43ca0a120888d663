import type { Migration } from '../../core/store/migration.ts'

/** Tells windows of the browser that began from others by a secret, and others by a number; address and browser name prove nothing (S2). Stores when the visitor logged in at the provider, by its word (S5). */
export const socialOwnMigration: Migration = {
  id: 23,
  name: 'social windows',
  statements: t => [
    // Pending flows have no number to compare. They would end within ten minutes.
    'DELETE FROM social_flows',
    'ALTER TABLE social_flows DROP COLUMN client_mac',
    `ALTER TABLE social_flows ADD COLUMN match_number ${t.text} NOT NULL DEFAULT ''`,
    `ALTER TABLE social_flows ADD COLUMN logged_in_at ${t.int64}`,
    `ALTER TABLE social_flows ADD COLUMN is_own ${t.int64} NOT NULL DEFAULT 0`,
  ],
}
