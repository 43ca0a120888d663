import type { Migration } from '../../core/store/migration.ts'

/** What a provider is asked for: a login, one more way to log in, or a proof of who is logged in. */
export const socialPurposeMigration: Migration = {
  id: 14,
  name: 'social purposes',
  // Pending flows prove no visitor, and expire in ten minutes.
  statements: t => [`ALTER TABLE social_flows ADD COLUMN purpose ${t.text} NOT NULL DEFAULT 'login'`],
}
