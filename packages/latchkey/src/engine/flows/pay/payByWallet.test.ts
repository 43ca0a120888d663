/** A wallet that chooses what it pays with is asked once, whatever becomes of its answer (CAIP-358; T73, T135). */
import { afterEach, expect, test } from 'vitest'
import type { ProviderAbilities } from '../../../contract/adapter.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { WalletPayOrder } from '../../../contract/paying.ts'
import { createPayWorld, inDai, inUsdc, merchant, type PayWorld, paymentId } from '../../fixtures/payWorld.ts'
import { dai, network, settled, usdc } from '../../fixtures/swapWorld.ts'

const worlds: PayWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const hash = `0x${'12'.repeat(32)}`

async function reviewed(
  answer: (order: WalletPayOrder) => ReturnType<NonNullable<ProviderAbilities['pay']>>,
  /** Tokens that keep a part of each transfer. */
  taxed: readonly string[] = [],
) {
  const world = createPayWorld({ payment: { accepts: [inDai, inUsdc] } })
  worlds.push(world)
  const { quote } = world.money
  const part = { value: 1n, decimals: 18 }
  world.money.quote = transfer => ({
    ...quote(transfer),
    ...(taxed.includes(transfer.asset.address ?? '') && {
      costs: [{ kind: 'transferFee', amount: part, arrives: part }],
    }),
  })
  const orders: WalletPayOrder[] = []
  const live = (world.ctx.live as unknown as { get(): { abilities: object } }).get()
  Object.assign(live.abilities, {
    pay: (order: WalletPayOrder) => {
      orders.push(order)
      return answer(order)
    },
  })
  const flow = world.open()
  flow.enter()
  await flow.begin({ paymentId })
  await settled()
  flow.choose('wallet')
  await settled()
  expect(flow.state.getState()).toMatchObject({ at: 'reviewing', way: { kind: 'wallet' } })
  return { ...world, flow, orders, at: () => flow.state.getState() }
}

test('is asked with all that is accepted, and the services hear of what it paid', async () => {
  const page = await reviewed(async ({ accepts }) => ({ hash, accepted: accepts[1] as typeof inUsdc }))
  await page.flow.pay()
  await page.pass(2_000)
  expect(page.orders).toMatchObject([
    { orderId: paymentId, accepts: [{ asset: inDai.asset }, { asset: inUsdc.asset }] },
  ])
  expect(page.orders[0]?.until).toBeLessThanOrEqual(page.clock.now() + 300_000)
  expect(page.at()).toMatchObject({ at: 'done', state: 'seen', hash })
  expect(page.services.told).toEqual([{ caipNetworkId: network.caipNetworkId, hash }])
  expect(page.journal.machine.getState()).toMatchObject([
    { kind: 'payment', recipient: merchant, out: { asset: { address: usdc }, amount: '10' } },
  ])
  expect(page.events).toEqual(['asked', 'paid'])
})

test('T73 an answer that never came is unknown, and neither way is asked for after it', async () => {
  const page = await reviewed(async () => {
    throw createError('SEND_UNKNOWN')
  })
  await page.flow.pay()
  await settled()
  expect(page.at()).toMatchObject({ at: 'done', state: 'unknown' })
  for (const key of ['wallet', `token ${inDai.asset}`]) {
    page.flow.retry()
    await settled()
    page.flow.choose(key)
    await settled()
    await page.flow.pay()
    await settled()
  }
  expect(page.orders).toHaveLength(1)
  expect(page.money.transfers).toEqual([])
})

test('T135 is not asked for what a token would keep a part of', async () => {
  const answer = async ({ accepts }: WalletPayOrder) => ({ hash, accepted: accepts[0] as typeof inUsdc })
  const page = await reviewed(answer, [dai])
  await page.flow.pay()
  await settled()
  expect(page.orders).toMatchObject([{ accepts: [{ asset: inUsdc.asset }] }])
  const none = await reviewed(answer, [dai, usdc])
  expect(none.at()).toMatchObject({ failure: 'tax' })
  await none.flow.pay()
  await settled()
  expect(none.orders).toEqual([])
})

test('a no goes back to the review', async () => {
  const page = await reviewed(async () => {
    throw createError('SEND_REJECTED')
  })
  await page.flow.pay()
  await settled()
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'rejected' })
})

test('T135 it is not asked for a payment that changed', async () => {
  const page = await reviewed(async ({ accepts }) => ({ hash, accepted: accepts[0] as typeof inDai }))
  page.services.payment = { ...page.services.payment, accepts: [{ ...inDai, amount: '11' }, inUsdc] }
  await page.flow.pay()
  await settled()
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'unsafe' })
  expect(page.orders).toEqual([])
})
