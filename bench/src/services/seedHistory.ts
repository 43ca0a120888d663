import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Writes `count` token transfers of one account into a stopped server's database, as its indexer would have. */
export function seedHistory(options: {
  readonly folder: string
  readonly chainId: number
  readonly account: string
  readonly count: number
}): void {
  const { chainId, count } = options
  const db = new DatabaseSync(join(options.folder, 'latchkey.db'))
  const account = Buffer.from(options.account.slice(2), 'hex')
  const other = randomBytes(20)
  const token = randomBytes(20)
  const transaction = db.prepare(
    `INSERT INTO index_transactions
      (chain_id, block, position, hash, mined_at, status, nonce, sender, recipient, amount, selector)
      VALUES (?, ?, 0, ?, ?, 1, ?, ?, ?, '0', ?)`,
  )
  const transfer = db.prepare(
    `INSERT INTO index_transfers (chain_id, block, position, log, part, standard, token, amount, sender, recipient)
      VALUES (?, ?, 0, 0, 0, 'erc20', ?, '1000000', ?, ?)`,
  )
  const activity = db.prepare(
    'INSERT INTO index_activity (chain_id, account, block, position) VALUES (?, ?, ?, 0)',
  )
  db.exec('BEGIN')
  db.prepare(
    `INSERT INTO index_tokens (chain_id, token, standard, name, symbol, decimals, tries, read_at)
      VALUES (?, ?, 'erc20', 'Bench', 'BNC', 6, 1, 1)`,
  ).run(chainId, token)
  db.prepare(
    'INSERT INTO index_chains (chain_id, start_block, next_block, head_hash, updated_at) VALUES (?, 0, ?, NULL, 1)',
  ).run(chainId, count + 1)
  const selector = Buffer.from('a9059cbb', 'hex')
  for (let block = 1; block <= count; block++) {
    const incoming = block % 3 !== 0
    transaction.run(
      chainId,
      block,
      randomBytes(32),
      block * 12_000,
      block,
      incoming ? other : account,
      token,
      selector,
    )
    transfer.run(chainId, block, token, incoming ? other : account, incoming ? account : other)
    activity.run(chainId, account, block)
  }
  db.exec('COMMIT')
  db.close()
}
