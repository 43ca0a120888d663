import type { Migration } from '../../core/store/migration.ts'

/** The purpose of a visit to a provider: a login, one more identity, or a proof of the logged-in visitor. */
export const socialPurposeMigration: Migration = {
  id: 14,
  name: 'social purposes',
  // Pending flows prove no visitor, and expire in ten minutes.
  statements: t => [`ALTER TABLE social_flows ADD COLUMN purpose ${t.text} NOT NULL DEFAULT 'login'`],
}
