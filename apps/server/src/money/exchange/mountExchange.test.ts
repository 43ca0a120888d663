import { randomUUID } from 'node:crypto'
import {
  getExchangeAssets,
  getExchangeOrder,
  getExchanges,
  getOnRampOrder,
  postExchangeOrder,
  postPayment,
} from 'latchkey/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { ether, network, type OnRampWorld, openOnRampWorld, usdc } from '../onramp/onRampWorld.fixture.ts'

let world: OnRampWorld
beforeAll(async () => {
  world = await openOnRampWorld()
})
afterAll(() => world.close())

const bodyOf = (more: object = {}) => ({
  asset: usdc,
  amount: '20',
  recipient: `${network}:${world.stranger()}`,
  idempotencyKey: randomUUID(),
  ...more,
})
const order = (more: object = {}, id = 'tarn') =>
  world.ask(postExchangeOrder, { params: { id }, body: bodyOf(more) })
async function refusal(more: object, id = 'tarn') {
  const response = await world.send(postExchangeOrder, { params: { id }, body: bodyOf(more) })
  const { code, reasons = [] } = (await response.json()) as { code?: string; reasons?: { name: string }[] }
  return [code, ...reasons.map(({ name }) => name)].join(' ')
}

describe('what exchanges send', () => {
  it('is described by the chain, the network’s own currency first', async () => {
    const { assets } = await world.ask(getExchangeAssets, { query: { network } })
    expect(assets.map(({ asset, symbol, decimals }) => [asset, symbol, decimals])).toEqual([
      [ether, 'ETH', 18],
      [usdc, 'USDC', 6],
    ])
    expect((await world.ask(getExchangeAssets, { query: { network: 'eip155:1' } })).assets).toEqual([])
  })

  it.each([
    ['20', ['tarn', 'open']],
    ['4.99', ['open']],
    ['1000.000001', ['open']],
    ['5', ['tarn', 'open']],
  ])('is sent in an amount of %s by %j', async (amount, ids) => {
    const { exchanges } = await world.ask(getExchanges, { query: { asset: usdc, amount } })
    expect(exchanges.map(({ id }) => id)).toEqual(ids)
  })

  it('is nothing for an asset that none sends, or that no node of ours reads', async () => {
    for (const asset of [ether, 'eip155:1/slip44:60'])
      expect((await world.ask(getExchanges, { query: { asset } })).exchanges).toEqual([])
  })
})

describe('orders', () => {
  it('T73: are made once for a key', async () => {
    const body = bodyOf()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.ask(postExchangeOrder, { params: { id: 'tarn' }, body })),
    )
    expect(new Set(answers.map(({ order }) => order.id)).size).toBe(1)
    expect(await refusal({ ...body, amount: '21' })).toBe('IDEMPOTENCY_CONFLICT')
  })

  it.each([
    ['too little', { amount: '4' }, 'EXCHANGE_FAILED too-small'],
    ['too much', { amount: '1001' }, 'EXCHANGE_FAILED too-large'],
    ['nothing', { amount: '0.0' }, 'REQUEST_INVALID amount'],
    ['no amount, where the exchange does not ask', { amount: undefined }, 'REQUEST_INVALID amount'],
    ['an asset that it does not send', { asset: ether }, 'EXCHANGE_UNSUPPORTED'],
    ['an account elsewhere', { recipient: `eip155:1:0x${'1'.repeat(40)}` }, 'REQUEST_INVALID recipient'],
    ['a page of another site', { redirectUrl: 'https://evil.example' }, 'REQUEST_INVALID redirectUrl'],
    ['a payment that is not known', { payment: 'p'.repeat(22) }, 'NOT_FOUND'],
  ])('are refused for %s', async (_name, more, expected) => {
    expect(await refusal(more)).toBe(expected)
  })

  it('need no amount where the exchange’s own page asks for it', async () => {
    const { order: made } = await order({ amount: undefined }, 'open')
    expect(made).toMatchObject({ state: 'open', amount: null })
  })

  it('T126: pay a payment to its own receiver and to no other', async () => {
    const merchant = devAccounts[0]?.address ?? '0x'
    const recipient = `${network}:${merchant}`
    const answer = await world.app.request('/v1/payments?projectId=latchkey-dev', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk_dev_latchkey' },
      body: JSON.stringify({ accepts: [{ asset: usdc, amount: '19.99', recipient }] }),
    })
    expect(answer.status).toBe(postPayment.status)
    const { payment } = (await answer.json()) as { payment: { id: string } }
    expect(await refusal({ payment: payment.id })).toBe('REQUEST_INVALID recipient')
    expect(await refusal({ payment: payment.id, amount: undefined, recipient }, 'open')).toBe(
      'REQUEST_INVALID amount',
    )
    const { order: made } = await order({ payment: payment.id, amount: '19.99', recipient })
    expect(made).toMatchObject({ recipient: merchant, amount: '19.99' })
  })

  it('are confirmed by a credit of what was asked for, and a late one is still found', async () => {
    const recipient = world.stranger()
    const { order: made } = await order({ recipient: `${network}:${recipient}` })
    const look = async () => {
      world.ahead += 6_000
      return (await world.ask(getExchangeOrder, { params: { order: made.id } })).order
    }
    world.ahead += 3_700_000
    expect((await look()).state).toBe('lost_sight')
    // The provider tells no amount: less than was asked for is not it.
    const less = await world.pay(recipient, 19_999_999n)
    world.script.status = () => ({ state: 'sent', hash: less })
    expect((await look()).state).toBe('sent')
    const hash = await world.pay(recipient, 20_000_000n)
    world.script.status = () => ({ state: 'sent', hash })
    expect(await look()).toMatchObject({ state: 'confirmed', amount: '20', hash })
    // An order of buying is another thing.
    expect((await world.send(getOnRampOrder, { params: { order: made.id } })).status).toBe(404)
  })
})
