import type { Kysely } from 'kysely'
import { formatRouteUrl, getNfts, nftsSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import type { Database } from '../../core/store/database.ts'
import { sqliteDatabase } from '../../core/store/eachStore.fixture.ts'
import { seedCollectibles, seededAccount, seededToken } from '../indexer/seedTransfers.fixture.ts'
import { selectHoldings } from './mountNfts.ts'

const chainId = 'eip155:31337' as const
const projectId = 'latchkey-dev'
const count = 95

let app: TestApp
beforeAll(async () => {
  // No node answers there, and none has to: the data is in the store.
  const upstreams = JSON.stringify({
    [chainId]: ['http://127.0.0.1:9'],
    'eip155:31338': ['http://127.0.0.1:9'],
  })
  app = await openApp({ LATCHKEY_DEV: '1', RPC_UPSTREAMS: upstreams, INDEX_CHAINS: chainId })
  await seedCollectibles(app.store, { chainId: 31337, account: seededAccount(0), count })
})
afterAll(() => app.close())

const ask = (account: string, cursor?: string, chain: `${string}:${string}` = chainId) =>
  app.request(
    formatRouteUrl('', getNfts, {
      params: { address: account },
      query: { projectId, chainId: chain, cursor },
    }),
  )
async function page(account: string, cursor?: string) {
  const response = await ask(account, cursor)
  expect(response.status).toBe(200)
  return v.parse(nftsSchema, await response.json())
}

it('T101: skips unknown collectibles without a read for each, however many exist', async () => {
  const database = await sqliteDatabase()
  const store = await database.open<Database>(undefined)
  onTestFinished(async () => {
    await store.close()
    await database.remove()
  })
  const owner = new Uint8Array(20)
  const query = selectHoldings(store, { chainId: 1, owner, after: undefined }).compile()
  const db = store.db as unknown as Kysely<Database>
  const plan = await db.executeQuery({ ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` })
  const way = 'SEARCH h USING INDEX index_holdings_shown (chain_id=? AND account=?)'
  expect(plan.rows[0]).toMatchObject({ detail: way })
})

describe('GET /v1/account/{address}/nfts', () => {
  it('pages through everything once, each collection together', async () => {
    const seen = []
    let cursor: string | undefined
    do {
      const { data, next } = await page(seededAccount(0), cursor)
      seen.push(...data)
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(count)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
    const collections = seen.map(({ collection }) => collection.address)
    expect(collections.filter((address, index) => address !== collections[index - 1])).toHaveLength(20)
    expect(seen[0]).toMatchObject({ name: 'Seeded collectible', collection: { name: null, symbol: null } })
    expect(new Set(seen.map(({ amount }) => amount))).toEqual(new Set(['1', '7']))
  })

  it('takes the address in any case, and nothing that is none', async () => {
    const { data } = await page(seededAccount(0).toUpperCase().replace('0X', '0x'))
    expect(data).toHaveLength(30)
    for (const account of ['0x12', 'vitalik.eth', `${seededAccount(0)}00`])
      expect((await ask(account)).status, account).toBe(400)
  })

  it("F21: refuses a cursor of another account's or another chain's list, and of the history", async () => {
    const { next } = await page(seededAccount(0))
    expect((await ask(seededAccount(1), next ?? '')).status).toBe(400)
    const history = await app.request(
      `/v1/account/${seededAccount(0)}/history?projectId=${projectId}&chainId=${chainId}&cursor=${next}`,
    )
    expect(history.status).toBe(400)
    expect(await history.json()).toMatchObject({
      code: 'REQUEST_INVALID',
      reasons: [{ name: 'cursor', description: 'Expected a cursor of this list' }],
    })
  })

  /** Has an account hold so much of each of a contract's tokens, as the index keeps it. */
  const hold = (account: string, ...amounts: readonly string[]) =>
    app.store.write([
      app.store.compose
        .insertInto('index_holdings')
        .values(
          amounts.map((amount, at) => ({
            chain_id: 31337,
            account: Buffer.from(account.slice(2), 'hex'),
            token: Buffer.from(seededToken(1).slice(2), 'hex'),
            standard: 'erc1155' as const,
            token_id: Buffer.alloc(32, at + 1),
            amount,
          })),
        )
        .compile(),
    ])

  it('leaves out collectibles received before the index began', async () => {
    await hold(seededAccount(9), '-3', '2')
    const { data } = await page(seededAccount(9))
    expect(data.map(({ amount }) => amount)).toEqual(['2'])
    // The node is out, so that nothing is known of it.
    expect(data[0]).toMatchObject({ name: null, image: null, description: null })
  })

  it('T67: hides an impossible amount, and nothing else of the account', async () => {
    // A contract that emitted ten times the maximum.
    await hold(seededAccount(8), (10n * (2n ** 256n - 1n)).toString(), '2')
    const { data } = await page(seededAccount(8))
    expect(data).toMatchObject([
      { amount: (2n ** 256n - 1n).toString(), flags: { is_spam: true } },
      { amount: '2', flags: { is_spam: false } },
    ])
  })

  it('answers an empty list for a chain that is served and not indexed', async () => {
    const response = await ask(seededAccount(0), undefined, 'eip155:31338')
    expect(await response.json()).toEqual({ data: [], next: null, unserved: true })
  })
})
