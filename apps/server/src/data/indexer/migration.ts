import type { Migration } from '../../core/store/migration.ts'

/** The tables of the indexer. */
export const indexerMigration: Migration = {
  id: 2,
  name: 'indexer',
  statements: t => [
    `CREATE TABLE index_chains (
      chain_id ${t.int64} NOT NULL PRIMARY KEY,
      start_block ${t.int64} NOT NULL,
      next_block ${t.int64} NOT NULL,
      head_hash ${t.blob},
      updated_at ${t.int64} NOT NULL
    )${t.table}`,
    `CREATE TABLE index_blocks (
      chain_id ${t.int64} NOT NULL,
      block ${t.int64} NOT NULL,
      hash ${t.blob} NOT NULL,
      PRIMARY KEY (chain_id, block)
    )${t.table}`,
    `CREATE TABLE index_transactions (
      chain_id ${t.int64} NOT NULL,
      block ${t.int64} NOT NULL,
      position ${t.int64} NOT NULL,
      hash ${t.blob} NOT NULL,
      mined_at ${t.int64} NOT NULL,
      status ${t.int64},
      nonce ${t.int64} NOT NULL,
      sender ${t.blob} NOT NULL,
      recipient ${t.blob},
      created ${t.blob},
      amount ${t.text} NOT NULL,
      selector ${t.blob},
      PRIMARY KEY (chain_id, block, position)
    )${t.table}`,
    `CREATE TABLE index_transfers (
      chain_id ${t.int64} NOT NULL,
      block ${t.int64} NOT NULL,
      position ${t.int64} NOT NULL,
      log ${t.int64} NOT NULL,
      part ${t.int64} NOT NULL,
      standard ${t.text} NOT NULL,
      token ${t.blob} NOT NULL,
      token_id ${t.blob},
      amount ${t.text} NOT NULL,
      sender ${t.blob} NOT NULL,
      recipient ${t.blob} NOT NULL,
      PRIMARY KEY (chain_id, block, position, log, part)
    )${t.table}`,
    `CREATE TABLE index_activity (
      chain_id ${t.int64} NOT NULL,
      account ${t.blob} NOT NULL,
      block ${t.int64} NOT NULL,
      position ${t.int64} NOT NULL,
      PRIMARY KEY (chain_id, account, block, position)
    )${t.table}`,
    `CREATE TABLE index_account_tokens (
      chain_id ${t.int64} NOT NULL,
      account ${t.blob} NOT NULL,
      token ${t.blob} NOT NULL,
      PRIMARY KEY (chain_id, account, token)
    )${t.table}`,
    `CREATE TABLE index_holdings (
      chain_id ${t.int64} NOT NULL,
      account ${t.blob} NOT NULL,
      token ${t.blob} NOT NULL,
      token_id ${t.blob} NOT NULL,
      standard ${t.text} NOT NULL,
      amount ${t.text} NOT NULL,
      PRIMARY KEY (chain_id, account, token, token_id)
    )${t.table}`,
    'CREATE INDEX index_holdings_by_token ON index_holdings (chain_id, token, token_id)',
    `CREATE TABLE index_tokens (
      chain_id ${t.int64} NOT NULL,
      token ${t.blob} NOT NULL,
      standard ${t.text} NOT NULL,
      name ${t.text},
      symbol ${t.text},
      decimals ${t.int64},
      tries ${t.int64} NOT NULL,
      read_at ${t.int64},
      PRIMARY KEY (chain_id, token)
    )${t.table}`,
    'CREATE INDEX index_tokens_unread ON index_tokens (chain_id, tries) WHERE read_at IS NULL',
    `CREATE TABLE index_nfts (
      chain_id ${t.int64} NOT NULL,
      token ${t.blob} NOT NULL,
      token_id ${t.blob} NOT NULL,
      name ${t.text},
      description ${t.text},
      image ${t.text},
      tries ${t.int64} NOT NULL,
      read_at ${t.int64} NOT NULL,
      PRIMARY KEY (chain_id, token, token_id)
    )${t.table}`,
  ],
}
