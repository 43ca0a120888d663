import fc from 'fast-check'
import { ExplainNode, type KyselyPlugin, type QueryId, sql } from 'kysely'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { toBytes } from '../indexer/hexBytes.ts'
import { seededAccount, seedTransfers } from '../indexer/seedTransfers.fixture.ts'
import { createIndexedHistory } from './createIndexedHistory.ts'
import type { HistoryEntry, Place } from './historyProvider.ts'

const chain = 'eip155:31337' as const
const chainId = 31337

async function walk(store: Store, limit: number, between: (page: number) => Promise<void> = async () => {}) {
  const history = createIndexedHistory(store)
  const seen: HistoryEntry[] = []
  let before: Place | undefined
  for (let page = 0; ; page++) {
    const { entries, more } = await history.list({ chain, account: seededAccount(0), before, limit })
    seen.push(...entries)
    if (!more) return seen
    before = entries.at(-1)
    await between(page)
  }
}

eachStore('the indexed history', open => {
  it('pages through everything once, newest first, whatever the page and however many blocks come meanwhile', async () => {
    const store = await open()
    await seedTransfers(store, { chainId, count: 120 })
    const all = await walk(store, 1_000)
    expect(all).toHaveLength(120)
    expect([...all].sort((a, b) => b.block - a.block || b.position - a.position)).toEqual(all)
    let newest = 1_000
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.boolean(), async (limit, growing) => {
        const before = new Set((await walk(store, 1_000)).map(({ hash }) => hash))
        const seen = await walk(store, limit, async page => {
          if (!growing || page > 1) return
          const block = newest++
          const row = { chain_id: chainId, block, position: 0 }
          const account = toBytes(seededAccount(0))
          await store.write([
            store.compose
              .insertInto('index_transactions')
              .values({
                ...row,
                hash: Buffer.from(block.toString(16).padStart(64, 'f'), 'hex'),
                mined_at: 1,
                status: 1,
                nonce: 0,
                sender: account,
                recipient: account,
                created: null,
                amount: '0',
                selector: null,
              })
              .compile(),
            store.compose
              .insertInto('index_activity')
              .values({ ...row, account })
              .compile(),
          ])
        })
        expect(seen.map(({ hash }) => hash).filter(hash => before.has(hash))).toEqual([...before])
        expect(new Set(seen.map(({ hash }) => hash)).size).toBe(seen.length)
      }),
      { numRuns: 12 },
    )
  })

  it('reads a page of a long history along its indexes, however long it is', async () => {
    const store = await open()
    const isSqlite = open.environment().DATABASE_URL === undefined
    // The embedded engine is the one whose limit is this process.
    const count = isSqlite ? 24_000 : 16_000
    await seedTransfers(store, { chainId, count })
    await store.write([sql`ANALYZE`.compile(store.compose as never)])
    const middle = { block: count / 8, position: 0 }
    const ask = (from: Store, before: Place | undefined) =>
      createIndexedHistory(from).list({ chain, account: seededAccount(0), before, limit: 25 })
    for (const before of [undefined, middle]) expect((await ask(store, before)).entries).toHaveLength(25)
    // The page, and its transfers, by an index: how long they take is the bench's to say.
    for (const place of [0, 1]) {
      const plan = await explainQuery(store, place, isSqlite, from => ask(from, middle))
      expect(plan).toMatch(isSqlite ? /SEARCH/ : /Index (?:Only )?Scan/)
      expect(plan).not.toMatch(isSqlite ? /SCAN (?:t|x|index_)/ : /Seq Scan|Merge Join|Hash Join/)
    }
  })
})

/** The plan of the query at this place among those that `run` sends. */
async function explainQuery(
  store: Store,
  place: number,
  isSqlite: boolean,
  run: (store: Store) => Promise<unknown>,
): Promise<string> {
  let query = 0
  let explained: QueryId | undefined
  let plan = ''
  const explain: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (query++ !== place || node.kind !== 'SelectQueryNode') return node
      explained = queryId
      const options = isSqlite ? sql`query plan`.toOperationNode() : undefined
      return { ...node, explain: ExplainNode.create(undefined, options) }
    },
    async transformResult({ result, queryId }) {
      if (queryId !== explained) return result
      plan = result.rows.map(row => Object.values(row).join(' ')).join('\n')
      return { ...result, rows: [] }
    },
  }
  await run({ ...store, db: store.db.withPlugin(explain) })
  return plan
}
