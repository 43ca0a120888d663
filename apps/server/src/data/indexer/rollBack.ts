import type { CompiledQuery } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { type SliceTransfer, sumChanges } from './buildSlice.ts'
import type { ChainReader } from './createChainReader.ts'
import { type Hex, toHex, zeroAddress } from './hexBytes.ts'
import { composeChanges, composeOwners } from './holdings.ts'
import { composeMove, type Progress } from './progress.ts'
import type { IndexerTables } from './tables.ts'
import { toMove } from './toMove.ts'

/** Stored blocks that are compared with the node's in one request. */
const compared = 32

/**
 * Returns the highest block that the index and the node share, among the stored block hashes; undefined when they share
 * none.
 */
export async function findFork(
  store: Store,
  chainId: number,
  reader: Pick<ChainReader, 'headers'>,
): Promise<{ readonly number: number; readonly hash: Hex } | undefined> {
  const kept = await store.db
    .selectFrom('index_blocks')
    .select(['block', 'hash'])
    .where('chain_id', '=', chainId)
    .orderBy('block', 'desc')
    .execute()
  for (let start = 0; start < kept.length; start += compared) {
    const part = kept.slice(start, start + compared)
    const headers = await reader.headers(part.map(({ block }) => block))
    const index = part.findIndex(({ hash }, place) => headers[place]?.hash === toHex(hash))
    const common = part[index]
    if (common !== undefined) return { number: common.block, hash: toHex(common.hash) }
  }
  return undefined
}

/**
 * Forgets every block above this one and what it meant for owners and balances, in one batch that moves the progress
 * back.
 * @throws StoreError `constraint` when another indexer got there first; nothing is changed then.
 */
export async function rollBack(
  store: Store,
  options: {
    readonly chainId: number
    readonly fence: readonly CompiledQuery[]
    readonly from: Progress
    readonly fork: { readonly number: number; readonly hash: Hex | null }
    readonly now: number
  },
): Promise<void> {
  const { chainId, fence, from, fork, now } = options
  const rows = await store.db
    .selectFrom('index_transfers')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('block', '>', fork.number)
    .orderBy('block')
    .orderBy('log')
    .orderBy('part')
    .execute()
  const transfers = rows.map(toTransfer)
  const to = { nextBlock: fork.number + 1, headHash: fork.hash }
  await store.write([
    ...fence,
    composeMove(store, chainId, from, to, now),
    ...composeOwners(store, chainId, findFormerOwners(transfers)),
    ...(await composeChanges(store, chainId, sumChanges(transfers, -1n))),
    // Seeks to each account's newest rows, without a scan of any account's activity.
    store.compose
      .deleteFrom('index_activity')
      .where('chain_id', '=', chainId)
      .where('block', '>', fork.number)
      .where(eb =>
        eb(
          'account',
          'in',
          eb
            .selectFrom('index_transfers')
            .select('sender as account')
            .where('chain_id', '=', chainId)
            .where('block', '>', fork.number)
            .union(
              eb
                .selectFrom('index_transfers')
                .select('recipient as account')
                .where('chain_id', '=', chainId)
                .where('block', '>', fork.number),
            )
            .union(
              eb
                .selectFrom('index_transactions')
                .select('sender as account')
                .where('chain_id', '=', chainId)
                .where('block', '>', fork.number),
            ),
        ),
      )
      .compile(),
    ...(['index_transfers', 'index_transactions', 'index_blocks'] as const).map(table =>
      store.compose
        .deleteFrom(table)
        .where('chain_id', '=', chainId)
        .where('block', '>', fork.number)
        .compile(),
    ),
  ])
}

/** Forgets a chain wholly: the development chain was started anew under the same id. */
export async function forgetChain(
  store: Store,
  chainId: number,
  fence: readonly CompiledQuery[],
  from: Progress,
  now: number,
): Promise<void> {
  const tables = [
    'index_blocks',
    'index_transactions',
    'index_transfers',
    'index_activity',
    'index_account_tokens',
    'index_holdings',
    'index_tokens',
    'index_nfts',
  ] as const
  await store.write([
    ...fence,
    composeMove(store, chainId, from, { nextBlock: from.startBlock, headHash: null }, now),
    ...tables.map(table => store.compose.deleteFrom(table).where('chain_id', '=', chainId).compile()),
  ])
}

function toTransfer(row: IndexerTables['index_transfers']): SliceTransfer {
  const { block, position, log, part } = row
  return { block, position, log, part, ...toMove(row) }
}

/** The sender of a token's first transfer in the removed blocks owned it before them. */
function findFormerOwners(transfers: readonly SliceTransfer[]) {
  const former = new Map<string, { token: Hex; tokenId: bigint; owner: Hex | null }>()
  for (const { standard, token, tokenId, sender } of transfers) {
    if (standard !== 'erc721' || token === null || tokenId === null) continue
    const key = `${token} ${tokenId}`
    if (!former.has(key)) former.set(key, { token, tokenId, owner: sender === zeroAddress ? null : sender })
  }
  return [...former.values()]
}
