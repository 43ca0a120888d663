import type { Migration } from '../../core/store/migration.ts'

/**
 * The holdings of accounts, without those only sent and never seen received: anyone can create a million of these
 * cheaply, and each request would scan all of them.
 */
export const indexerShownMigration: Migration = {
  id: 17,
  name: 'indexed holdings that are shown',
  statements: () => [
    `CREATE INDEX index_holdings_shown ON index_holdings (chain_id, account, token, token_id)
      WHERE substr(amount, 1, 1) <> '-'`,
  ],
}
