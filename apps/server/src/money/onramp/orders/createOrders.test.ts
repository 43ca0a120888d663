import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eachStore } from '../../../core/store/eachStore.fixture.ts'
import type { Store } from '../../../core/store/store.ts'
import type { MoneyAsset } from '../../credits/resolveAsset.ts'
import { createOrders, type OrderNews, type OrderRequest } from './createOrders.ts'
import { deleteOld } from './sweepOrders.ts'

const day = 86_400_000
const network = 'eip155:31337'
const asset: MoneyAsset = {
  id: `${network}/slip44:60`,
  contract: null,
  chain: {
    id: network,
    name: 'Alder',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: false,
    multicall3: undefined,
    wrapped: undefined,
    coingecko: undefined,
  },
}
const request = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  project: 'shop',
  idempotencyKey: randomUUID(),
  digest: 'digest',
  kind: 'onramp',
  provider: 'meld',
  providerName: 'Brook Pay',
  asset,
  recipient: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
  fiat: { currency: 'USD', amount: '100' },
  expected: '0.04',
  payment: null,
  ...more,
})
const news: OrderNews = {
  state: 'sent',
  told_state: 'sent',
  told_at: 1,
  told_amount: '0.04',
  hash: '0x1',
  reason: null,
  reference: 'r',
  next_at: 1,
}

eachStore('orders', open => {
  let at = 1_000_000_000_000
  async function make(given?: Store) {
    const store = given ?? (await open())
    if (given === undefined)
      await store.write([
        store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
      ])
    return { store, orders: createOrders({ store, now: () => at, lifetime: 3_600_000 }) }
  }
  async function makeOpened(orders: ReturnType<typeof createOrders>, more: Partial<OrderRequest> = {}) {
    const { id } = await orders.begin(request(more))
    return orders.opened(id, {
      url: 'https://pages.example/1',
      reference: undefined,
      urlEndsAt: at + 300_000,
    })
  }

  it('T73: begins one order for a key, however many ask at once, in two processes', async () => {
    const { orders } = await make()
    const beside = (await make(await open.beside())).orders
    const asked = request()
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? orders : beside).begin(asked)),
    )
    expect(new Set(rows.map(({ id, customer }) => `${id} ${customer}`)).size).toBe(1)
    await expect(orders.begin({ ...asked, digest: 'other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  })

  it('gives a receiver another customer in another project', async () => {
    const { store, orders } = await make()
    await store.write([
      store.compose.insertInto('projects').values({ id: 'other', name: 'O', created_at: 1 }).compile(),
    ])
    const [one, two, three] = [
      await orders.begin(request()),
      await orders.begin(request({ recipient: request().recipient.toLowerCase() })),
      await orders.begin(request({ project: 'other' })),
    ]
    expect(two.customer).toBe(one.customer)
    expect(three.customer).not.toBe(one.customer)
  })

  it('lets one caller open an order, and the next one when it gave up', async () => {
    const { orders } = await make()
    const { id } = await orders.begin(request())
    const claims = await Promise.all(Array.from({ length: 8 }, () => orders.claimOpening(id, at + 5_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    at += 5_000
    expect(await orders.claimOpening(id, at + 5_000)).toBe(true)
    await orders.opened(id, { url: 'https://pages.example/1', reference: undefined, urlEndsAt: at + 1 })
    at += 5_000
    expect(await orders.claimOpening(id, at + 5_000)).toBe(false)
  })

  it('lets one caller look in five seconds', async () => {
    const { orders } = await make()
    const { id } = await makeOpened(orders)
    expect(await orders.claimLook(id)).toBeUndefined()
    at += 5_000
    const looks = await Promise.all(Array.from({ length: 8 }, () => orders.claimLook(id)))
    expect(looks.filter(row => row !== undefined)).toHaveLength(1)
  })

  it('T73: fulfils one order by a credit, and an order by one credit', async () => {
    const { store, orders } = await make()
    const rows = [await makeOpened(orders), await makeOpened(orders), await makeOpened(orders)] as const
    const credit = { network, hash: '0x1', index: 3, amount: '0.04' }
    const won = await Promise.all(rows.map(row => orders.confirm(row, news, credit)))
    expect(won.filter(Boolean)).toHaveLength(1)
    const [done] = rows.filter((_, index) => won[index])
    const [open] = rows.filter((_, index) => !won[index])
    if (done === undefined || open === undefined) throw new Error('No order was confirmed')
    expect(await orders.confirm(done, news, { ...credit, index: 4 })).toBe(false)
    expect(await orders.confirm(open, news, { ...credit, index: 4 })).toBe(true)
    // Nothing later changes one that is confirmed.
    await orders.tell(done, { ...news, state: 'failed' })
    expect(await orders.read(done.id)).toMatchObject({
      state: 'confirmed',
      credited_amount: '0.04',
      next_at: null,
    })
    expect(await store.db.selectFrom('order_credits').selectAll().execute()).toHaveLength(2)
  })

  it('T127: takes an event once, and wakes the order that it names', async () => {
    const { orders } = await make()
    const row = await makeOpened(orders)
    await orders.tell(row, { ...news, next_at: null })
    const event = { id: 'e1', reference: 'r' }
    expect(await orders.record('meld', [event])).toEqual([row.id])
    expect(await orders.record('meld', [event])).toEqual([])
    // Another provider's event of the same name is another one, and of no order of this one.
    expect(await orders.record('moonpay', [{ ...event, order: row.id }])).toEqual([])
    expect(await orders.due('meld', 10)).toEqual([row.id])
    expect(await orders.due('moonpay', 10)).toEqual([])
  })

  it('changes the time of the last change only with a change', async () => {
    const { orders } = await make()
    const row = await makeOpened(orders)
    at += 10
    await orders.tell(row, news)
    const changed = await orders.read(row.id)
    at += 10
    if (changed !== undefined) await orders.tell(changed, { ...news, next_at: 5 })
    expect((await orders.read(row.id))?.updated_at).toBe(changed?.updated_at)
  })

  it('deletes pages that have ended, orders that were not opened, and what is old', async () => {
    const { store, orders } = await make()
    const row = await makeOpened(orders)
    const unopened = await orders.begin(request())
    await orders.record('meld', [{ id: 'old' }])
    at += 2 * day
    await deleteOld({ store, now: () => at })
    expect(await orders.read(row.id)).toMatchObject({ url: null })
    expect(await orders.read(unopened.id)).toBeUndefined()
    at += 401 * day
    await deleteOld({ store, now: () => at })
    for (const table of ['money_orders', 'order_events', 'order_customers'] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
