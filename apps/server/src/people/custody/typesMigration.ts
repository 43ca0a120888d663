import type { Migration } from '../../core/store/migration.ts'

/** The type of account that a wallet was made with: those from before have used the plain one. */
export const custodyTypesMigration: Migration = {
  id: 35,
  name: 'custody account types',
  statements: t => [`ALTER TABLE custody_wallets ADD COLUMN account_type ${t.text}`],
}
