import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from 'latchkey/server'
import {
  getWebhookDeliveries,
  type PaymentEvent,
  postPayment,
  postPaymentTransaction,
  postWebhookReplay,
} from 'latchkey/services'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { runAccessCommand } from '../../cli/runAccessCommand.ts'
import { oneOf } from '../../core/context/oneOf.ts'
import { createLog } from '../../core/log/createLog.ts'
import { createSender, type SendDue } from './createSender.ts'
import { makeSender } from './makeSender.ts'
import { makeWebhookFetch } from './makeWebhookFetch.ts'
import {
  type DevPayments,
  merchant,
  network,
  openDevPayments,
  order,
  transferCall,
} from './payments.fixture.ts'

const day = 86_400_000
const time = { shift: 0 }
const now = () => Date.now() + time.shift
let dev: DevPayments
let send: SendDue
let url = ''
let secret = ''

/** A host's backend: what it got, and what it answers. */
interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
const got: Got[] = []
let answer: (body: string) => number = () => 204
const host = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    got.push({ headers: request.headers, body })
    response.writeHead(answer(body), { location: 'http://127.0.0.1:1/' }).end()
  })
})

beforeAll(async () => {
  dev = await openDevPayments(
    { PAYMENTS_POLL_MS: '50' },
    {
      now,
      started(ctx) {
        send = oneOf(ctx, makeSender)
      },
    },
  )
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(host.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  await dev.close()
  host.closeAllConnections()
  host.close()
})
beforeEach(async () => {
  const { compose, write } = dev.app.store
  await write([compose.deleteFrom('webhook_deliveries').compile()])
  const set = await access({ verb: 'webhook', change: 'set', id: 'latchkey-dev', url })
  secret = String(set.secret)
  got.length = 0
  answer = () => 204
  time.shift = 0
})

const access = (command: Parameters<typeof runAccessCommand>[1]) =>
  runAccessCommand({ store: dev.app.store, now, development: true }, command)
const sendAll = async () => (await send()).ended
const types = () => got.map(({ body }) => (JSON.parse(body) as PaymentEvent).type)
const log = async (payment: string) =>
  (await dev.ask(getWebhookDeliveries, { query: { payment } })).deliveries

/** A payment with its first message, and its second one where it settles. */
async function payOne(settles = true): Promise<string> {
  const { payment } = await dev.ask(postPayment, { body: order({ metadata: { cart: '19' } }) })
  const data = transferCall(merchant, parseUnits('19.99', 6), payment.reference)
  const hash = await dev.pay({ to: devContracts.usdc, data })
  await dev.ask(postPaymentTransaction, {
    params: { payment: payment.id },
    body: { caipNetworkId: network, hash },
  })
  if (settles) {
    await dev.mine()
    time.shift += 100
    await dev.watch()
  }
  return payment.id
}

describe('messages to the host', () => {
  it('are signed, carry the payment with its metadata, and come in their order', async () => {
    const payment = await payOne()
    await sendAll()
    await sendAll()
    expect(types()).toEqual(['payment.paid', 'payment.settled'])
    for (const { headers, body } of got) {
      const verdict = verifyWebhook({ headers, body, secret })
      expect(verdict).toMatchObject({
        valid: true,
        event: { data: { payment: { id: payment, metadata: { cart: '19' } } } },
      })
    }
    expect(await log(payment)).toMatchObject([
      { type: 'payment.settled', state: 'delivered', attempts: [{ status: 204, failure: null }] },
      { type: 'payment.paid', state: 'delivered', attempts: [{ status: 204, failure: null }] },
    ])
  })

  it('wait for an earlier one of the same payment, not for one of another', async () => {
    const [first, second] = [await payOne(), await payOne(false)]
    answer = body => (body.includes(first) && body.includes('payment.paid') ? 500 : 204)
    await sendAll()
    await sendAll()
    expect(types().sort()).toEqual(['payment.paid', 'payment.paid'])
    expect((await log(second))[0]?.state).toBe('delivered')
    answer = () => 204
    time.shift += 10_000
    await sendAll()
    await sendAll()
    expect(types().slice(2)).toEqual(['payment.paid', 'payment.settled'])
  })

  it('are tried for three days with growing pauses, with one id, and then given up', async () => {
    answer = () => 503
    const payment = await payOne(false)
    const began = time.shift
    const waits: number[] = []
    for (;;) {
      await sendAll()
      const [delivery] = await log(payment)
      if (delivery?.nextAt == null) break
      waits.push(delivery.nextAt - now())
      time.shift += delivery.nextAt - now() + 1
    }
    expect((await log(payment))[0]).toMatchObject({ state: 'given_up', nextAt: null })
    expect(got.length).toBe(waits.length + 1)
    expect(got.length).toBeGreaterThanOrEqual(9)
    expect(waits[0]).toBeLessThan(6_000)
    expect(Math.max(...waits)).toBeGreaterThan(10 * 3_600_000)
    expect(time.shift - began).toBeGreaterThan(3 * day - 60_000)
    expect(time.shift - began).toBeLessThan(3 * day + 60_000)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    answer = () => 200
    const [{ id } = { id: '' }] = await log(payment)
    const { delivery } = await dev.ask(postWebhookReplay, { params: { delivery: id } })
    expect(delivery.state).toBe('waiting')
    await sendAll()
    expect((await log(payment))[0]?.state).toBe('delivered')
    expect(got.at(-1)?.headers['webhook-id']).toBe(id)
  })

  it('are signed by the old secret as well for a day after rotating', async () => {
    const payment = await payOne(false)
    const rotated = await access({ verb: 'webhook', change: 'rotate', id: 'latchkey-dev' })
    await sendAll()
    const [{ headers, body } = { headers: {}, body: '' }] = got
    for (const each of [secret, String(rotated.secret)])
      expect(verifyWebhook({ headers, body, secret: each }).valid).toBe(true)
    time.shift += day + 1
    const [{ id } = { id: '' }] = await log(payment)
    await dev.ask(postWebhookReplay, { params: { delivery: id } })
    await sendAll()
    const last = got.at(-1)
    const by = (each: string) =>
      verifyWebhook({ headers: last?.headers ?? {}, body: last?.body ?? '', secret: each, now: now() }).valid
    expect([by(secret), by(String(rotated.secret))]).toEqual([false, true])
  })

  it('are sent by one of several servers, and by another one when that one dies', async () => {
    const payment = await payOne(false)
    const other = () =>
      createSender({
        store: dev.app.store,
        now,
        log: createLog({ level: 'silent' }),
        fetchWebhook: makeWebhookFetch({ settings: { development: true } }),
      })
    await Promise.all([...Array(6)].map(async () => (await other()()).ended))
    expect(got).toHaveLength(1)
    const [{ id } = { id: '' }] = await log(payment)
    await dev.ask(postWebhookReplay, { params: { delivery: id } })
    const dying = createSender({
      store: dev.app.store,
      now,
      log: createLog({ level: 'silent' }),
      fetchWebhook: () => new Promise(() => {}),
    })
    await dying()
    await (await other()()).ended
    expect(got).toHaveLength(1)
    time.shift += 61_000
    await (await other()()).ended
    expect(got).toHaveLength(2)
  })

  it('are not queued without a webhook, and are seen by their own project alone', async () => {
    await access({ verb: 'webhook', change: 'remove', id: 'latchkey-dev' })
    const payment = await payOne(false)
    expect(await log(payment)).toEqual([])
    expect(await dev.refusal(postWebhookReplay, { params: { delivery: 'm'.repeat(22) } })).toBe('NOT_FOUND')
    const headers = { authorization: '' }
    expect(await dev.refusal(getWebhookDeliveries, { headers })).toBe('SECRET_INVALID')
  })
})

describe('T130: where messages go', () => {
  it('follows no redirect', async () => {
    answer = () => 307
    const payment = await payOne(false)
    await sendAll()
    expect(await log(payment)).toMatchObject([
      { state: 'waiting', attempts: [{ status: null, failure: 'redirects' }] },
    ])
  })

  it.each([
    'http://localhost:1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[fd00:ec2::254]/',
    'https://user@shop.example/',
    'https://shop.example:22/',
    'http://shop.example/',
  ])('refuses %s outside of development', async target => {
    const fetchWebhook = makeWebhookFetch({ settings: { development: false } })
    await expect(fetchWebhook(target, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      code: 'refused',
    })
  })

  it('refuses the operator’s network in development, too', async () => {
    const fetchWebhook = makeWebhookFetch({ settings: { development: true } })
    await expect(fetchWebhook('https://10.0.0.1/')).rejects.toMatchObject({ code: 'refused' })
  })
})
