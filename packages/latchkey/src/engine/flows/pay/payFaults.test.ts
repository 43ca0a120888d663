/** What stops a payment before a wallet is asked, and which earlier tries count (T73, T135). */
import { afterEach, expect, test } from 'vitest'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { PaymentEntry } from '../../../contract/journal.ts'
import { createPayWorld, inDai, merchant, type PayWorld, paymentId } from '../../fixtures/payWorld.ts'
import { dai, me, network, settled } from '../../fixtures/swapWorld.ts'
import type { PayOptions } from './payFlow.ts'

const worlds: PayWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

type Options = Parameters<typeof createPayWorld>[0]
const other = '0x00000000000000000000000000000000000000a9'
const token = `token ${inDai.asset}`

function opened(options: Options = {}) {
  const world = createPayWorld(options)
  worlds.push(world)
  const flow = world.open()
  flow.enter()
  return {
    ...world,
    flow,
    at: () => flow.state.getState(),
    async begin(wanted: PayOptions = { paymentId }) {
      await flow.begin(wanted)
      await settled()
    },
    async choose(key: string) {
      flow.choose(key)
      await settled()
    },
    async press() {
      await flow.pay()
      await settled()
    },
    keep: (change: Partial<PaymentEntry>) =>
      world.journal.change('earlier', () => ({
        ...{ kind: 'payment', id: 'earlier', at: world.clock.now(), status: 'asked' },
        ...{ from: toCaipAddress(network.caipNetworkId, me), caipNetworkId: network.caipNetworkId },
        ...{ recipient: merchant, paymentId },
        out: { asset: { address: dai, symbol: 'DAI', decimals: 18 }, amount: '10' },
        ...change,
      })),
  }
}

test('T135 money for the contract of its own token is not paid', async () => {
  const page = opened({ payment: { accepts: [{ ...inDai, recipient: `${network.caipNetworkId}:${dai}` }] } })
  await page.begin()
  expect(page.at()).toEqual({ at: 'failed', failure: 'unsafe' })
})

test('T135 a token that keeps a part back is not paid with: the merchant would miss it', async () => {
  const page = opened()
  await page.begin()
  const part = { value: 1n, decimals: 18 }
  page.money.quote = () => ({
    fee: { most: { value: 10n, decimals: 18 }, details: {} },
    simulation: { at: 'works' },
    costs: [{ kind: 'transferFee', amount: part, arrives: { value: 10n ** 19n - 1n, decimals: 18 } }],
  })
  await page.choose(token)
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'tax' })
  await page.press()
  expect(page.requests).toEqual([])
  expect(page.flow.result()).toMatchObject({ status: 'failed', code: 'PAYMENT_UNSAFE' })
})

test('T135 a token that takes more than the price is not paid with', async () => {
  const page = opened()
  await page.begin()
  const asset = { address: dai }
  const leaves = (change: bigint) => () => ({
    fee: { most: { value: 10n, decimals: 18 }, details: {} },
    simulation: { at: 'works' as const, changes: [{ asset, change }] },
  })
  page.money.quote = leaves(-(10n ** 19n))
  await page.choose(token)
  expect(page.at()).not.toHaveProperty('failure')
  page.money.quote = leaves(-(10n ** 19n) - 1n)
  await page.press()
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'unsafe' })
  expect(page.requests).toEqual([])
})

test('what would fail by now is not asked for', async () => {
  const page = opened()
  await page.begin()
  await page.choose(token)
  expect(page.at()).not.toHaveProperty('failure')
  page.money.quote = () => ({ fee: undefined, simulation: { at: 'fails' } })
  await page.press()
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'other' })
  expect(page.requests).toEqual([])
})

test('a swap that takes more than is held is not asked for', async () => {
  const page = opened()
  // Ten of the network's own currency for ten dai: there is one.
  page.state.rate = 1n
  page.state.build = answer => {
    const { tx, quote } = answer as { tx: { data: string }; quote: object }
    const act = JSON.parse(Buffer.from(tx.data.slice(2), 'hex').toString())
    const data = `0x${Buffer.from(JSON.stringify({ ...act, to: merchant })).toString('hex')}`
    return { tx: { ...tx, data }, quote }
  }
  page.state.check = async (_built, { most, least }) => ({
    shape: 'v2',
    most: most.value,
    least: least.value,
  })
  await page.begin()
  await page.choose('swap native')
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'funds' })
  await page.press()
  expect(page.requests).toEqual([])
})

test('T73 one that another account may have sent is not asked for again', async () => {
  const page = opened()
  await page.keep({ status: 'unknown', from: toCaipAddress(network.caipNetworkId, other), nonce: '0' })
  await page.begin()
  expect(page.at()).toMatchObject({ at: 'done', state: 'unknown' })
  page.flow.retry()
  await settled()
  await page.choose(token)
  await page.press()
  expect(page.at()).toMatchObject({ at: 'done', state: 'unknown' })
  expect(page.requests).toEqual([])
})

test('T73 one that another account’s wallet still shows is waited for', async () => {
  const page = opened()
  await page.begin()
  await page.choose(token)
  await page.keep({ from: toCaipAddress(network.caipNetworkId, other), nonce: '0' })
  await settled()
  expect(page.at()).toMatchObject({ at: 'done', state: 'unknown' })
  page.flow.back()
  await page.choose(token)
  await page.press()
  expect(page.at()).toMatchObject({ failure: 'busy' })
  expect(page.requests).toEqual([])
})

test('T73 while another tab asks another account’s wallet, this one is not asked', async () => {
  const page = opened()
  await page.begin()
  await page.choose(token)
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const elsewhere = toCaipAddress(network.caipNetworkId, other)
  const asking = page.journal.alone(elsewhere, () => answered, 'pay')
  await page.press()
  expect(page.at()).toMatchObject({ at: 'reviewing', failure: 'busy' })
  expect(page.requests).toEqual([])
  answer()
  await asking
  page.flow.retry()
  await settled()
  await page.press()
  expect(page.requests).toHaveLength(1)
})

test('a try to pay another payment is none to pay this one', async () => {
  const page = opened()
  await page.keep({ status: 'pending', hash: '0x01', paymentId: 'pay_another_another' })
  await page.begin()
  expect(page.at()).toMatchObject({ at: 'choosing' })
})

test('a wish with another receiver is another wish', async () => {
  const page = opened()
  const wish = { recipient: merchant, asset: inDai.asset, amount: '10' } as const
  await page.journal.change('earlier', () => ({
    ...{ kind: 'payment', id: 'earlier', at: page.clock.now(), status: 'pending', hash: '0x01' },
    ...{ from: toCaipAddress(network.caipNetworkId, me), caipNetworkId: network.caipNetworkId },
    recipient: other,
    out: { asset: { address: dai, symbol: 'DAI', decimals: 18 }, amount: '10' },
  }))
  await page.begin(wish)
  expect(page.at()).toMatchObject({ at: 'choosing' })
  await page.begin({ ...wish, recipient: other })
  expect(page.at()).toMatchObject({ at: 'done', state: 'seen' })
})
