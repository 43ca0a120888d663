import type { CompiledQuery } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import type { Slice } from './buildSlice.ts'
import { composeRows } from './composeRows.ts'
import { type Hex, idToBytes, toBytes, toBytesOrNull } from './hexBytes.ts'
import { composeChanges, composeOwners } from './holdings.ts'
import { composeMove, type Progress } from './progress.ts'

/**
 * Writes a slice and moves the chain's progress in one batch: after a kill either both are there or neither.
 * @throws StoreError `constraint` when another indexer got there first; nothing is written then.
 */
export async function writeSlice(
  store: Store,
  options: {
    readonly chainId: number
    readonly fence: readonly CompiledQuery[]
    readonly from: Progress
    readonly to: Pick<Progress, 'nextBlock' | 'headHash'>
    readonly slice: Slice
    /** The blocks with a stored hash, and the lowest of them. */
    readonly recent: readonly { readonly number: number; readonly hash: Hex }[]
    readonly oldest: number
    readonly now: number
  },
): Promise<void> {
  const { chainId, fence, from, to, slice, recent, oldest, now } = options
  await store.write([
    ...fence,
    composeMove(store, chainId, from, to, now),
    ...composeSlice(store, chainId, slice),
    ...composeOwners(store, chainId, slice.owners),
    ...(await composeChanges(store, chainId, slice.changes)),
    ...composeRows(
      recent.map(({ number, hash }) => ({ chain_id: chainId, block: number, hash: toBytes(hash) })),
      part => store.compose.insertInto('index_blocks').values(part),
    ),
    store.compose
      .deleteFrom('index_blocks')
      .where('chain_id', '=', chainId)
      .where('block', '<', oldest)
      .compile(),
  ])
}

/** The rows of a slice, without what they mean for holdings. */
export function composeSlice(
  store: Store,
  chain_id: number,
  slice: Pick<Slice, 'transactions' | 'transfers' | 'activity' | 'accountTokens' | 'tokens'>,
): CompiledQuery[] {
  const transactions = slice.transactions.map(row => ({
    chain_id,
    block: row.block,
    position: row.position,
    hash: toBytes(row.hash),
    mined_at: row.minedAt,
    status: row.status,
    nonce: row.nonce,
    sender: toBytes(row.sender),
    recipient: toBytesOrNull(row.recipient),
    created: toBytesOrNull(row.created),
    amount: row.amount.toString(),
    selector: toBytesOrNull(row.selector),
  }))
  const transfers = slice.transfers.map(row => ({
    chain_id,
    block: row.block,
    position: row.position,
    log: row.log,
    part: row.part,
    standard: row.standard,
    token: row.token === null ? new Uint8Array(0) : toBytes(row.token),
    token_id: row.tokenId === null ? null : idToBytes(row.tokenId),
    amount: row.amount.toString(),
    sender: toBytes(row.sender),
    recipient: toBytes(row.recipient),
  }))
  const activity = slice.activity.map(({ account, block, position }) => ({
    chain_id,
    account: toBytes(account),
    block,
    position,
  }))
  const accountTokens = slice.accountTokens.map(({ account, token }) => ({
    chain_id,
    account: toBytes(account),
    token: toBytes(token),
  }))
  const tokens = slice.tokens.map(({ token, standard }) => ({
    chain_id,
    token: toBytes(token),
    standard,
    name: null,
    symbol: null,
    decimals: null,
    tries: 0,
    read_at: null,
  }))
  const { compose } = store
  return [
    ...composeRows(transactions, part => compose.insertInto('index_transactions').values(part)),
    ...composeRows(transfers, part => compose.insertInto('index_transfers').values(part)),
    ...composeRows(activity, part => compose.insertInto('index_activity').values(part)),
    ...composeRows(accountTokens, part =>
      compose
        .insertInto('index_account_tokens')
        .values(part)
        .onConflict(conflict => conflict.doNothing()),
    ),
    ...composeRows(tokens, part =>
      compose
        .insertInto('index_tokens')
        .values(part)
        .onConflict(conflict => conflict.doNothing()),
    ),
  ]
}
