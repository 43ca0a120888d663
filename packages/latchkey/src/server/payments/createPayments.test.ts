import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPayments } from './createPayments.ts'

const payment = {
  id: 'payment_0123456789',
  state: 'open',
  description: null,
  referenceId: null,
  accepts: [
    {
      asset: 'eip155:31337/slip44:60',
      amount: '0.05',
      recipient: 'eip155:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      symbol: 'ETH',
      decimals: 18,
    },
  ],
  fiat: null,
  reference: `0x${'1'.repeat(64)}`,
  createdAt: 1,
  expiresAt: null,
  transfers: [],
  refunds: [],
  metadata: null,
} as const

let answer: { status: number; body: string; headers?: Record<string, string> }
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[]
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method, url, headers } = request
  seen.push({
    ...(method && { method }),
    ...(url && { url }),
    headers,
    body: Buffer.concat(parts).toString(),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  response.end(answer.body)
})
let endpoint: string
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
})

const reply = (status: number, body: unknown) => {
  answer = { status, body: JSON.stringify(body) }
}
const make = () => createPayments({ endpoint, projectId: 'my-shop', secret: 'sk_my-shop_0123456789' })
const fresh = {
  accepts: [{ asset: payment.accepts[0].asset, amount: '0.05', recipient: payment.accepts[0].recipient }],
}

test('creates a payment with the secret and the idempotency key', async () => {
  reply(201, { payment })
  expect(await make().createPayment(fresh, { idempotencyKey: 'order-7' })).toEqual(payment)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/payments?projectId=my-shop' })
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer sk_my-shop_0123456789',
    'idempotency-key': 'order-7',
  })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(fresh)
})

test('reads, refunds, records, lists and replays at the paths of the contract', async () => {
  const payments = make()
  const { id } = payment
  const refund = {
    id: 'refund_0123456789',
    state: 'proposed',
    asset: payment.accepts[0].asset,
    amount: '0.01',
    recipient: payment.accepts[0].recipient,
    hash: null,
  }
  const call = { to: '0x70', data: '0x', value: '10000000000000000', caipNetworkId: 'eip155:31337' }
  const delivery = {
    id: 'delivery_0123456789',
    type: 'payment.paid',
    payment: id,
    state: 'waiting',
    attempts: [],
    nextAt: 5,
  }
  reply(200, { payment })
  expect(await payments.getPayment(id)).toEqual(payment)
  reply(201, { refund, call })
  expect(await payments.refund(id, { amount: '0.01' })).toEqual({ refund, call })
  reply(200, { refund })
  expect(await payments.recordRefund(id, refund.id, '0xab')).toEqual(refund)
  reply(200, { deliveries: [delivery] })
  expect(await payments.deliveries({ payment: id })).toEqual([delivery])
  expect(await payments.deliveries()).toEqual([delivery])
  reply(200, { delivery })
  expect(await payments.replay(delivery.id)).toEqual(delivery)
  expect(seen.map(each => `${each.method} ${each.url?.replace(/\?.*/, '')}`)).toEqual([
    `GET /v1/payments/${id}/record`,
    `POST /v1/payments/${id}/refunds`,
    `POST /v1/payments/${id}/refunds/${refund.id}/transactions`,
    'GET /v1/webhooks/deliveries',
    'GET /v1/webhooks/deliveries',
    `POST /v1/webhooks/deliveries/${delivery.id}/replay`,
  ])
})

describe('what goes wrong', () => {
  const fault = (code: string) => ({ code, message: 'No', reasons: [], requestId: 'r1' })
  test.each([
    [409, fault('IDEMPOTENCY_CONFLICT'), 'PAYMENT_INVALID', 'IDEMPOTENCY_CONFLICT'],
    [401, fault('SECRET_INVALID'), 'PAYMENT_INVALID', 'SECRET_INVALID'],
    [429, fault('APKT010'), 'PAYMENT_UNAVAILABLE', 'APKT010'],
    [500, fault('APKT009'), 'PAYMENT_UNAVAILABLE', 'APKT009'],
    [404, 'Not here', 'PAYMENT_UNAVAILABLE', 'malformed'],
    [200, { payment: { ...payment, state: 'lost' } }, 'PAYMENT_UNAVAILABLE', 'malformed'],
    [302, {}, 'PAYMENT_UNAVAILABLE', 'malformed'],
  ])('answer %i %j is %s for %s', async (status, body, code, reason) => {
    reply(status, body)
    const error = await make()
      .getPayment(payment.id)
      .catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code, context: { reason, status } })
    expect(JSON.stringify(error)).not.toContain('0123456789abc')
  })

  test('a redirect is not followed, so the secret goes nowhere else', async () => {
    answer = { status: 307, body: '{}', headers: { location: `${endpoint}/elsewhere` } }
    await expect(make().getPayment(payment.id)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
    expect(seen).toHaveLength(1)
  })

  test('services that are down are told as such', async () => {
    const payments = createPayments({
      endpoint: 'http://127.0.0.1:9',
      projectId: 'my-shop',
      secret: 'sk_my-shop_0123456789',
    })
    await expect(payments.getPayment(payment.id)).rejects.toMatchObject({
      code: 'PAYMENT_UNAVAILABLE',
      context: { reason: 'unreachable' },
    })
  })

  test.each([
    ['endpoint', { endpoint: 'ftp://x' }],
    ['endpoint', { endpoint: 'https://user:pass@x' }],
    ['projectId', { projectId: 'a b' }],
    ['secret', { secret: 'pk_1234567890' }],
  ])('names the option %s', (name, change) => {
    const access = { endpoint, projectId: 'my-shop', secret: 'sk_my-shop_0123456789', ...change }
    expect(() => createPayments(access)).toThrow(name)
  })
})
