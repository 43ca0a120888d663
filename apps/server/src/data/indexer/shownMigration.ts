import type { Migration } from '../../core/store/migration.ts'

/**
 * What accounts have, without what they sent and were never seen to receive: anybody makes a million of these for little, and
 * each question would look at all of them.
 */
export const indexerShownMigration: Migration = {
  id: 17,
  name: 'indexed holdings that are shown',
  statements: () => [
    `CREATE INDEX index_holdings_shown ON index_holdings (chain_id, account, token, token_id)
      WHERE substr(amount, 1, 1) <> '-'`,
  ],
}
