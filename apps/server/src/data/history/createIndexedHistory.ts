import { sql } from 'kysely'
import { namespaceOf } from 'latchkey/contract'
import { transfersLimit } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import type { Move } from '../indexer/decodeLog.ts'
import { type Hex, toBytes, toHex } from '../indexer/hexBytes.ts'
import { toMove } from '../indexer/toMove.ts'
import type { HistoryEntry, HistoryPage, HistoryProvider, Place, TokenWords } from './historyProvider.ts'

/** The history that the own indexer wrote. Each page is a walk down one index, however long the list is. */
export function createIndexedHistory(store: Store): HistoryProvider {
  return {
    async list({ chain, account, before, limit }): Promise<HistoryPage> {
      const chainId = Number(chain.slice(namespaceOf(chain).length + 1))
      const owner = toBytes(account)
      // The page is cut before anything is joined to it: no planner then walks the chain instead of the account.
      const rows = await store.db
        .selectFrom(eb =>
          eb
            .selectFrom('index_activity')
            .select(['chain_id', 'block', 'position'])
            .where('chain_id', '=', chainId)
            .where('account', '=', owner)
            .$if(before !== undefined, query =>
              query.where(
                sql<boolean>`(block, position) < (${before?.block ?? 0}, ${before?.position ?? 0})`,
              ),
            )
            .orderBy('block', 'desc')
            .orderBy('position', 'desc')
            .limit(limit + 1)
            .as('a'),
        )
        .innerJoin('index_transactions as t', join =>
          join
            .onRef('t.chain_id', '=', 'a.chain_id')
            .onRef('t.block', '=', 'a.block')
            .onRef('t.position', '=', 'a.position'),
        )
        .selectAll('t')
        .orderBy('a.block', 'desc')
        .orderBy('a.position', 'desc')
        .execute()
      const shown = rows.slice(0, limit)
      const legs = await readLegs(store, chainId, owner, shown)
      const entries = shown.map(
        (row): HistoryEntry => ({
          block: row.block,
          position: row.position,
          hash: toHex(row.hash),
          minedAt: row.mined_at,
          status: row.status === null ? null : row.status === 1 ? 1 : 0,
          nonce: row.nonce,
          sender: toHex(row.sender),
          recipient: row.recipient === null ? null : toHex(row.recipient),
          created: row.created === null ? null : toHex(row.created),
          amount: BigInt(row.amount),
          selector: row.selector === null ? null : toHex(row.selector),
          legs: legs.get(`${row.block} ${row.position}`) ?? [],
        }),
      )
      return { entries, tokens: await readWords(store, chainId, entries), more: rows.length > limit }
    },
  }
}

/** The account's own transfers of these transactions, at most so many of each. */
async function readLegs(
  store: Store,
  chainId: number,
  owner: Uint8Array,
  page: readonly Place[],
): Promise<Map<string, Move[]>> {
  const legs = new Map<string, Move[]>()
  const [newest] = page
  if (newest === undefined) return legs
  const rows = await store.db
    .selectFrom(eb =>
      eb
        // Cut like the page, as above.
        .selectFrom(eb =>
          eb
            .selectFrom('index_activity')
            .select(['chain_id', 'block', 'position'])
            .where('chain_id', '=', chainId)
            .where('account', '=', owner)
            .where(sql<boolean>`(block, position) <= (${newest.block}, ${newest.position})`)
            .orderBy('block', 'desc')
            .orderBy('position', 'desc')
            .limit(page.length)
            .as('a'),
        )
        .innerJoin('index_transfers as x', join =>
          join
            .onRef('x.chain_id', '=', 'a.chain_id')
            .onRef('x.block', '=', 'a.block')
            .onRef('x.position', '=', 'a.position'),
        )
        .select(['x.block', 'x.position', 'x.log', 'x.part', 'x.standard', 'x.token', 'x.token_id'])
        .select(['x.amount', 'x.sender', 'x.recipient'])
        .select(
          sql<number>`row_number() over (partition by x.block, x.position order by x.log, x.part)`.as('nth'),
        )
        .where(eb => eb.or([eb('x.sender', '=', owner), eb('x.recipient', '=', owner)]))
        .as('r'),
    )
    .selectAll('r')
    .where('nth', '<=', transfersLimit)
    .orderBy('block')
    .orderBy('position')
    .orderBy('log')
    .orderBy('part')
    .execute()
  for (const row of rows) {
    const name = `${row.block} ${row.position}`
    const list = legs.get(name) ?? []
    legs.set(name, list)
    list.push(toMove(row))
  }
  return legs
}

async function readWords(
  store: Store,
  chainId: number,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<Hex, TokenWords>> {
  const wanted = new Set(entries.flatMap(({ legs }) => legs.flatMap(({ token }) => token ?? [])))
  if (wanted.size === 0) return new Map()
  const rows = await store.db
    .selectFrom('index_tokens')
    .select(['token', 'name', 'symbol', 'decimals'])
    .where('chain_id', '=', chainId)
    .where('token', 'in', [...wanted].map(toBytes))
    .execute()
  return new Map(rows.map(({ token, ...words }) => [toHex(token), words]))
}
