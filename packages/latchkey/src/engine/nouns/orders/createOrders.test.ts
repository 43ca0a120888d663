import { afterEach, expect, test } from 'vitest'
import type { WireOrder } from '../../../contract/orders.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { asset, createRampWorld, me, other, type RampWorld, seen, settled } from '../../fixtures/rampWorld.ts'
import { awaitsOrders } from './awaitsOrders.ts'
import { createOrders } from './createOrders.ts'
import { orderEntry } from './orderEntry.ts'

const worlds: RampWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function setUp(change: Partial<WireOrder> = {}, store = createMemoryStorage()) {
  const world = createRampWorld({ store })
  worlds.push(world)
  const told: WireOrder = {
    id: 'order-0000000000000001',
    kind: 'onramp',
    provider: 'meld',
    providerName: 'Big Pay',
    state: 'open',
    asset,
    amount: '98.5',
    recipient: me,
    fiat: { currency: 'USD', amount: '100' },
    hash: null,
    reason: null,
    createdAt: 0,
    updatedAt: 0,
    expiresAt: world.clock.now() + 300_000,
    ...change,
  }
  world.orders.set(told.id, told)
  const entry = orderEntry(told, {
    id: 'one',
    from: `eip155:31337:${me}`,
    shown: { symbol: 'USDC', decimals: 6, address: asset.split(':').at(-1) as string },
    at: world.clock.now(),
    before: 1_000_000n,
  })
  await world.journal.change('one', known => known ?? entry)
  const orders = createOrders(world.engine, world.journal, seen)
  const tell = (next: Partial<WireOrder>) => world.orders.set(told.id, { ...told, ...next })
  const shown = () => orders.list.getState()[0]
  return { ...world, orderList: orders, tell, shown, told }
}

/** Until the next question, and its answer. */
async function later({ clock }: Pick<RampWorld, 'clock'>, time = 5_000) {
  clock.advance(time)
  await settled()
}

test('T73: "confirmed" is the services’ word of a receipt; before it, what the provider says', async () => {
  const world = await setUp()
  const { orderList, tell, shown, refreshed } = world
  const stop = orderList.follow()
  await settled()
  expect(shown()).toMatchObject({ entry: { state: 'open' }, stale: false })
  tell({ state: 'sent', hash: '0xabc' })
  await later(world)
  expect(shown()).toMatchObject({ entry: { state: 'sent', hash: '0xabc' } })
  expect(shown()?.credited).toBeUndefined()
  // A balance that grew is no word where there is a transaction to check.
  world.state.held = 200_000_000n
  await later(world)
  expect(shown()?.credited).toBeUndefined()
  tell({ state: 'confirmed', hash: '0xabc', amount: '98.123456789' })
  await later(world)
  expect(shown()).toMatchObject({
    credited: 'receipt',
    entry: { state: 'confirmed', in: { amount: '98.123456' } },
  })
  expect(refreshed).toEqual(['eip155'])
  const { asked } = world
  const before = asked.length
  await later(world, 60_000)
  expect(asked.length).toBe(before)
  stop()
})

test.each([
  [1_000_000n, undefined],
  [50_000_000n, undefined],
  [99_500_000n, 'balance'],
] as const)('without a hash, a balance of %s is credited by %s', async (held, credited) => {
  const world = await setUp({ state: 'sent' })
  world.state.held = held
  world.orderList.follow()
  await settled()
  expect(world.shown()?.credited).toBe(credited)
  expect(world.shown()?.entry.state).toBe('sent')
  if (credited) expect(world.shown()?.entry.grew).toBe('98.5')
})

test('F26: services that do not answer leave what is known, and say that it is older', async () => {
  const world = await setUp({ state: 'paid' })
  world.orderList.follow()
  await settled()
  world.state.fails = new Error('down')
  await later(world)
  expect(world.shown()).toMatchObject({ stale: true, entry: { state: 'paid' }, told: { state: 'paid' } })
  world.state.fails = undefined
  await later(world)
  expect(world.shown()).toMatchObject({ stale: false })
})

test.each([
  ['receiver', { recipient: other }],
  ['order', { id: 'order-0000000000000009' }],
  ['network', { asset: asset.replace('31337', '5') as typeof asset }],
  ['kind', { kind: 'exchange' as const }],
])('T71: an answer about another %s changes nothing', async (_, change) => {
  const world = await setUp()
  world.state.order = order => ({ ...order, ...change, state: 'confirmed' })
  world.orderList.follow()
  await settled()
  expect(world.shown()).toMatchObject({ stale: true, entry: { state: 'open' } })
})

test('a receipt is never taken back', async () => {
  const world = await setUp({ state: 'confirmed', hash: '0xabc' })
  await world.orderList.refresh()
  world.tell({ state: 'failed' })
  await world.orderList.refresh()
  expect(world.shown()).toMatchObject({ credited: 'receipt', entry: { state: 'confirmed' } })
})

test('one that expired and was paid all the same is still told', async () => {
  const world = await setUp({ state: 'expired' })
  world.orderList.follow()
  await settled()
  expect(world.shown()?.entry.state).toBe('expired')
  world.tell({ state: 'sent', hash: '0xabc' })
  await later(world)
  expect(world.shown()?.entry.state).toBe('sent')
})

test('one that was lost sight of goes on', async () => {
  const world = await setUp({ state: 'lost_sight' })
  world.orderList.follow()
  await settled()
  world.tell({ state: 'confirmed', hash: '0xabc' })
  await later(world)
  expect(world.shown()?.credited).toBe('receipt')
})

test('survives a reload, and another tab', async () => {
  const store = createMemoryStorage()
  const first = await setUp({ state: 'paid' }, store)
  await first.orderList.refresh()
  first.end()
  const world = createRampWorld({ store })
  worlds.push(world)
  world.orders.set(first.told.id, { ...first.told, state: 'sent', hash: '0xabc' })
  const orders = createOrders(world.engine, world.journal, seen)
  await settled()
  expect(orders.list.getState()).toMatchObject([{ entry: { state: 'paid' } }])
  orders.follow()
  await settled()
  expect(orders.list.getState()).toMatchObject([{ entry: { state: 'sent' } }])
})

test('belongs to its account, wherever that is; another account does not see it', async () => {
  const { orderList, move } = await setUp()
  move('eip155:5')
  expect(orderList.list.getState()).toHaveLength(1)
  move('eip155:31337', other)
  expect(orderList.list.getState()).toEqual([])
})

test('asks less often as time goes by, and not for ever', async () => {
  const world = await setUp()
  world.orderList.follow()
  await settled()
  const before = world.asked.length
  for (let at = 0; at < 8; at++) await later(world, 86_400_000)
  expect(world.asked.length - before).toBe(7)
})

test('T73: the next document knows whether an order is awaited, without loading any of this', async () => {
  const { orderList, engine, tell, ...world } = await setUp()
  const awaits = () => engine.ctx.storage.read(awaitsOrders)
  const stop = orderList.follow()
  await settled()
  tell({ state: 'paid' })
  await later(world)
  expect(await awaits()).toBe(true)
  tell({ state: 'confirmed', hash: '0xabc' })
  await later(world)
  expect(await awaits()).toBe(false)
  stop()
})
