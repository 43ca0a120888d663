import { getPayment, getPaymentRecord, postPayment } from 'latchkey/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import {
  caip,
  type DevPayments,
  ether,
  merchant,
  network,
  openDevPayments,
  order,
  usdc,
} from './payments.fixture.ts'

let dev: DevPayments
const time = { now: Date.UTC(2026, 10, 29) }
beforeAll(async () => {
  dev = await openDevPayments({}, { now: () => time.now })
})
afterAll(() => dev.close())

const page = { origin: 'http://localhost:5173', authorization: '' }

describe('POST /v1/payments', () => {
  it('makes a payment that the page can read without its metadata', async () => {
    const body = order({ description: 'Print no. 7', referenceId: 'A-7', metadata: { cart: '19' } })
    const { payment } = await dev.ask(postPayment, { body })
    expect(payment).toMatchObject({
      state: 'open',
      description: 'Print no. 7',
      referenceId: 'A-7',
      metadata: { cart: '19' },
      accepts: [{ asset: usdc, amount: '19.99', recipient: caip(merchant), symbol: 'USDC', decimals: 6 }],
      fiat: null,
      expiresAt: time.now + 1_800_000,
      transfers: [],
      refunds: [],
    })
    const params = { payment: payment.id }
    const { metadata, ...shown } = payment
    expect((await dev.ask(getPayment, { params, headers: page })).payment).toEqual(shown)
    expect((await dev.ask(getPaymentRecord, { params })).payment).toEqual(payment)
    expect(metadata).toEqual({ cart: '19' })
  })

  it('shows a payment that is over as expired before the sweep has seen it', async () => {
    const { payment } = await dev.ask(postPayment, { body: order({ expiresIn: 60 }) })
    time.now += 60_000
    expect((await dev.ask(getPayment, { params: { payment: payment.id } })).payment.state).toBe('expired')
  })

  it('T128: wants one of the project’s secrets, and none from a page', async () => {
    const body = order()
    for (const headers of [
      { authorization: '' },
      { authorization: 'Bearer sk_dev_latchkeys' },
      { authorization: 'Basic sk_dev_latchkey' },
      { origin: 'http://localhost:5173' },
    ])
      expect(await dev.refusal(postPayment, { body, headers })).toBe('SECRET_INVALID')
    await dev.app.addProject('shop')
    expect(await dev.refusal(postPayment, { body, project: 'shop' })).toBe('SECRET_INVALID')
  })

  it.each([
    ['another receiver', { accepts: [{ asset: usdc, amount: '1', recipient: caip(devContracts.weth) }] }],
    ['a receiver elsewhere', { accepts: [{ asset: usdc, amount: '1', recipient: `eip155:1:${merchant}` }] }],
    [
      'an unserved network',
      { accepts: [{ asset: 'eip155:5/slip44:60', amount: '1', recipient: `eip155:5:${merchant}` }] },
    ],
    [
      'a contract that is no token',
      { accepts: [{ asset: `${network}/erc20:${merchant}`, amount: '1', recipient: caip(merchant) }] },
    ],
    [
      'another kind of token',
      {
        accepts: [{ asset: `${network}/token:${devContracts.usdc}`, amount: '1', recipient: caip(merchant) }],
      },
    ],
    ['too many decimals', { accepts: [{ asset: usdc, amount: '1.0000001', recipient: caip(merchant) }] }],
    ['nothing', { accepts: [{ asset: usdc, amount: '0', recipient: caip(merchant) }] }],
    ['no amount', { accepts: [{ asset: usdc, recipient: caip(merchant) }] }],
    ['both prices', order({ fiat: { currency: 'USD', value: '1' } })],
    [
      'more than there can be',
      {
        accepts: [
          { asset: ether, amount: '9'.repeat(30), recipient: caip(merchant) },
          { asset: usdc, amount: '0.0000001', recipient: caip(merchant) },
        ],
      },
    ],
  ])('refuses %s', async (_, body) => {
    expect(await dev.refusal(postPayment, { body })).toBe('REQUEST_INVALID')
  })

  it('locks the rate of a price in fiat money, rounded up, and ends with it', async () => {
    const accepts = [ether, usdc].map(asset => ({ asset, recipient: caip(merchant) }))
    const body = { accepts, fiat: { currency: 'USD', value: '20' }, expiresIn: 86_400 }
    const { payment } = await dev.ask(postPayment, { body: body })
    const lockedUntil = time.now + 900_000
    expect(payment.fiat).toEqual({ currency: 'USD', value: '20', lockedUntil })
    expect(payment.expiresAt).toBe(lockedUntil)
    expect(payment.accepts[1]?.amount).toBe('20')
    expect(Number(payment.accepts[0]?.amount)).toBeGreaterThan(0.001)
    const unknown = { ...body, fiat: { currency: 'CHF', value: '20' } }
    expect(await dev.refusal(postPayment, { body: unknown })).toBe('PAYMENT_UNPRICED')
  })
})

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'order-1' }

  it('has the same answer for the same body, and refuses another', async () => {
    const first = await dev.ask(postPayment, { body: order(), headers })
    expect(await dev.ask(postPayment, { body: order({ expiresIn: 1_800 }), headers })).toEqual(first)
    expect(await dev.refusal(postPayment, { body: order({ expiresIn: 1_801 }), headers })).toBe(
      'IDEMPOTENCY_CONFLICT',
    )
    expect(await dev.refusal(postPayment, { body: order(), headers: { 'idempotency-key': 'ä b' } })).toBe(
      'REQUEST_INVALID',
    )
  })

  it('makes one payment of many requests at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        dev.ask(postPayment, { body: order(), headers: { 'idempotency-key': 'race' } }),
      ),
    )
    expect(new Set(made.map(({ payment }) => payment.id)).size).toBe(1)
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        dev.send(postPayment, {
          body: order({ referenceId: String(index % 2) }),
          headers: { 'idempotency-key': 'race 2'.replace(' ', '-') },
        }),
      ),
    )
    expect(new Set(mixed.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(mixed.filter(({ status }) => status === 201)).toHaveLength(10)
  })
})
