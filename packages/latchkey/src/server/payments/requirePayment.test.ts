import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type PaymentRequirements,
  paymentRequiredSchema,
  settlementSchema,
  x402Headers,
} from '../../contract/x402.ts'
import { formatX402Header, parseX402Header } from '../../contract/x402Header.ts'
import { toNodeHandler } from '../toNodeHandler.ts'
import { type PaidRequestOptions, type RequestPrice, requirePayment } from './requirePayment.ts'

const payTo = '0x000000000000000000000000000000000000bEEF'
const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const price: RequestPrice = {
  network: 'eip155:31337',
  asset: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  amount: '10000',
  payTo,
  name: 'USD Coin',
  version: '1',
}

interface Call {
  readonly path: string
  readonly key: string | undefined
}
/** The services, whose facilitator settles each nonce once; `fault` answers in its place. */
let calls: Call[]
let fault: ((path: string) => { status: number; body: unknown } | undefined) | undefined
const settled = new Map<string, { key: string | undefined; body: object }>()
const services = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const path = (request.url ?? '').replace(/\?.*/, '').replace('/v1/x402/', '')
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' ? header : undefined
  calls.push({ path, key })
  const { nonce } = JSON.parse(Buffer.concat(parts).toString()).paymentPayload.payload.authorization
  const network = price.network
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const other = fault?.(path)
  if (other !== undefined) return send(other.status, other.body)
  const known = settled.get(nonce)
  if (path === 'verify')
    return send(
      200,
      known
        ? { isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used', payer }
        : { isValid: true, payer },
    )
  if (known !== undefined && known.key !== key)
    return send(200, { success: false, errorReason: 'duplicate_settlement', transaction: '', network })
  const body = { success: true, transaction: `0x${nonce.slice(2)}`, network, payer }
  settled.set(nonce, { key, body })
  return send(200, body)
})
let access: Pick<PaidRequestOptions, 'endpoint' | 'projectId' | 'secret'>
beforeAll(async () => {
  await new Promise<void>(resolve => services.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  access = { endpoint, projectId: 'my-shop', secret: 'sk_my-shop_0123456789' }
})
afterAll(() => services.close())
beforeEach(() => {
  calls = []
  fault = undefined
})

let count = 0
const wanted: PaymentRequirements = {
  scheme: 'exact',
  network: 'eip155:31337',
  asset: price.asset,
  amount: '10000',
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '1' },
}
function sign(accepted: object = wanted, nonce = `0x${String(++count).padStart(64, '0')}`) {
  const authorization = {
    from: payer,
    to: payTo,
    value: '10000',
    validAfter: '0',
    validBefore: '4000000000',
    nonce,
  }
  const payload = { signature: `0x${'11'.repeat(65)}`, authorization }
  return formatX402Header({ x402Version: 2, accepted, payload })
}
const url = 'https://api.example/report?day=1'
const paid = (header = sign()) => new Request(url, { headers: { [x402Headers.signature]: header } })

/** A route that counts how often its handler ran and how often it served. */
function makeRoute(options: Partial<PaidRequestOptions> = {}, answer = () => new Response('the report')) {
  const seen: unknown[] = []
  const route = requirePayment({ ...access, price, ...options }, (_request, payment) => {
    seen.push(payment)
    return answer()
  })
  return { route, seen }
}

describe('without a payment', () => {
  test('says what it costs, and does not run the handler', async () => {
    const { route, seen } = makeRoute({ description: 'A report' })
    const response = await route.handle(new Request(url))
    expect(response.status).toBe(402)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const required = parseX402Header(response.headers.get(x402Headers.required), paymentRequiredSchema)
    expect(required).toMatchObject({
      x402Version: 2,
      resource: { url, description: 'A report' },
      accepts: [{ ...wanted, extra: { ...wanted.extra, assetTransferMethod: 'eip3009' } }],
    })
    expect([seen, calls]).toEqual([[], []])
  })

  test('names the outer origin, lets free requests and preflights through', async () => {
    const { route } = makeRoute({ origin: 'https://outer.example' })
    const response = await route.handle(new Request('http://10.0.0.1:8080/report'))
    const required = parseX402Header(response.headers.get(x402Headers.required), paymentRequiredSchema)
    expect(required?.resource.url).toBe('https://outer.example/report')
    expect((await route.handle(new Request(url, { method: 'OPTIONS' }))).status).toBe(200)
    const free = makeRoute({ price: () => [] })
    expect((await free.route.handle(new Request(url))).status).toBe(200)
    expect(free.seen).toEqual([undefined])
  })
})

describe('with a payment', () => {
  test.each([false, true])('verifies, serves and settles it (settleFirst %s)', async settleFirst => {
    const { route, seen } = makeRoute({ settleFirst })
    const response = await route.handle(paid())
    expect([response.status, await response.text()]).toEqual([200, 'the report'])
    const settlement = parseX402Header(response.headers.get(x402Headers.response), settlementSchema)
    expect(settlement).toMatchObject({ success: true, payer })
    expect(seen).toMatchObject([{ payer, requirements: { amount: '10000' } }])
    expect(calls.map(({ path }) => path)).toEqual(['verify', 'settle'])
  })

  test.each([false, true])(
    'T132: serves it once, in turn and at the same time (settleFirst %s)',
    async settleFirst => {
      const { route, seen } = makeRoute({ settleFirst })
      const header = sign()
      const all = await Promise.all(Array.from({ length: 6 }, () => route.handle(paid(header))))
      const again = await route.handle(paid(header))
      expect([...all, again].filter(({ status }) => status === 200)).toHaveLength(1)
      expect([...all, again].filter(({ status }) => status === 402)).toHaveLength(6)
      expect(seen).toHaveLength(1)
    },
  )

  test('T132: two processes serve it once', async () => {
    const [one, two] = [makeRoute(), makeRoute()]
    const header = sign()
    const all = await Promise.all([one.route.handle(paid(header)), two.route.handle(paid(header))])
    expect(all.map(({ status }) => status).sort()).toEqual([200, 402])
  })

  test('an answer of 400 or above costs nothing, and the payment stays good', async () => {
    let status = 500
    const { route } = makeRoute({}, () => new Response('', { status }))
    const header = sign()
    expect((await route.handle(paid(header))).status).toBe(500)
    expect(calls.map(({ path }) => path)).toEqual(['verify'])
    status = 200
    expect((await route.handle(paid(header))).status).toBe(200)
  })

  test('a handler that throws costs nothing', async () => {
    const { route } = makeRoute({}, () => {
      throw new Error('broken')
    })
    expect((await route.handle(paid())).status).toBe(502)
    expect(calls.map(({ path }) => path)).toEqual(['verify'])
  })
})

describe('what goes wrong', () => {
  test('a settlement whose answer is lost is asked for again, with the same key, and serves once', async () => {
    const { route } = makeRoute()
    const header = sign()
    let lost = 0
    fault = path => (path === 'settle' && lost++ === 0 ? { status: 503, body: {} } : undefined)
    const first = await route.handle(paid(header))
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2'])
    const second = await route.handle(paid(header))
    expect(second.status).toBe(200)
    const keys = calls.filter(({ path }) => path === 'settle').map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0]])
    expect((await route.handle(paid(header))).status).toBe(402)
  })

  test('a settlement that is on its way does not serve', async () => {
    const { route } = makeRoute()
    const body = {
      success: false,
      errorReason: 'settlement_pending',
      transaction: '0xab',
      network: price.network,
    }
    fault = path => (path === 'settle' ? { status: 200, body } : undefined)
    expect((await route.handle(paid())).status).toBe(503)
  })

  test('a settlement that failed shows no answer of the handler', async () => {
    const { route } = makeRoute()
    const body = {
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
      network: price.network,
    }
    fault = path => (path === 'settle' ? { status: 200, body } : undefined)
    const response = await route.handle(paid())
    expect(response.status).toBe(402)
    expect(await response.text()).not.toContain('report')
    expect(parseX402Header(response.headers.get(x402Headers.response), settlementSchema)).toEqual(body)
    expect(parseX402Header(response.headers.get(x402Headers.required), paymentRequiredSchema)?.error).toBe(
      'insufficient_funds',
    )
  })

  test('nothing is served while the services are down', async () => {
    const { route, seen } = makeRoute({ endpoint: 'http://127.0.0.1:9' })
    expect((await route.handle(paid())).status).toBe(502)
    expect(seen).toEqual([])
  })

  test.each([
    ['no base64', '%%%'],
    ['no JSON', btoa('{')],
    ['another version', formatX402Header({ x402Version: 1 })],
    ['a number for an amount', sign({ ...wanted, amount: 10_000 })],
    ['more than a header', `${'A'.repeat(20_000)}`],
    ['text that is no UTF-8', btoa('\xff\xfe')],
    ['a prototype', btoa('{"__proto__":{"x402Version":2}}')],
  ])('T132: a header with %s is refused', async (_, header) => {
    const { route, seen } = makeRoute()
    expect((await route.handle(paid(header))).status).toBe(400)
    expect([seen, calls]).toEqual([[], []])
  })

  test.each([
    ['a lower amount', { amount: '1' }],
    ['another receiver', { payTo: payer }],
    ['another token', { asset: payer }],
    ['another network', { network: 'eip155:1' }],
    ['Permit2', { extra: { assetTransferMethod: 'permit2' } }],
  ])('T132: a payment for %s is refused before the services are asked', async (_, change) => {
    const { route, seen } = makeRoute()
    expect((await route.handle(paid(sign({ ...wanted, ...change })))).status).toBe(402)
    expect([seen, calls]).toEqual([[], []])
  })

  test.each([
    ['price', { price: { ...price, amount: '0.01' } }],
    ['price', { price: { ...price, payTo: 'me' } }],
    ['price', { price: { ...price, name: '' } }],
    ['description', { description: 'x'.repeat(1_001) }],
    ['secret', { secret: 'pk_123' }],
  ])('names the option %s', (name, change) => {
    expect(() => makeRoute(change)).toThrow(name)
  })
})

test('works behind Node’s own server, with bytes and long bodies', async () => {
  const bytes = Uint8Array.of(0, 255, 128, 7)
  const { route, seen } = makeRoute({}, () => new Response(bytes))
  const server = createServer(toNodeHandler(route))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const asked = await fetch(`${at}/report`)
    expect(asked.status).toBe(402)
    const required = parseX402Header(asked.headers.get(x402Headers.required), paymentRequiredSchema)
    expect(required?.resource.url).toBe(`${at}/report`)
    const answer = await fetch(`${at}/report`, { headers: { [x402Headers.signature]: sign() } })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    const long = await fetch(`${at}/report`, {
      method: 'POST',
      body: 'x'.repeat(80_000),
      headers: { [x402Headers.signature]: sign() },
    })
    expect(long.status).toBe(413)
    expect(seen).toHaveLength(1)
  } finally {
    server.close()
  }
})
