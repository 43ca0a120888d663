import { type CompiledQuery, sql } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { type Hex, toBytesOrNull, toHex } from './hexBytes.ts'

/** How far a chain is indexed. */
export interface Progress {
  readonly startBlock: number
  readonly nextBlock: number
  /** Of the block before; null when it is not known. */
  readonly headHash: Hex | null
}

export async function readProgress(store: Store, chainId: number): Promise<Progress | undefined> {
  const row = await store.db
    .selectFrom('index_chains')
    .select(['start_block', 'next_block', 'head_hash'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    startBlock: row.start_block,
    nextBlock: row.next_block,
    headHash: row.head_hash === null ? null : toHex(row.head_hash),
  }
}

/** Makes the chain's row, unless another process was first. */
export function composeStart(store: Store, chainId: number, startBlock: number, now: number): CompiledQuery {
  return store.compose
    .insertInto('index_chains')
    .values({
      chain_id: chainId,
      start_block: startBlock,
      next_block: startBlock,
      head_hash: null,
      updated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .compile()
}

/**
 * Moves the chain's row on, and refuses the whole batch (StoreError `constraint`) unless it still is where the work
 * began: a second indexer, however it came to be, can neither repeat nor tear anything. It goes first in each batch.
 */
export function composeMove(
  store: Store,
  chainId: number,
  from: Progress,
  to: Pick<Progress, 'nextBlock' | 'headHash'>,
  now: number,
): CompiledQuery {
  const head = toBytesOrNull(from.headHash)
  const same = head === null ? sql<boolean>`head_hash IS NULL` : sql<boolean>`head_hash = ${head}`
  return store.compose
    .updateTable('index_chains')
    .set({
      // NULL breaks the column's rule, and with it the batch.
      next_block: sql<number>`CASE WHEN next_block = ${from.nextBlock} AND ${same} THEN CAST(${to.nextBlock} AS BIGINT) END`,
      head_hash: toBytesOrNull(to.headHash),
      updated_at: now,
    })
    .where('chain_id', '=', chainId)
    .compile()
}
