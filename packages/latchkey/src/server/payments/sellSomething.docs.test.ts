import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSnippets } from '../../../../testing/src/fixtures/readSnippets.ts'
import { typeFaults } from '../../../../testing/src/fixtures/typeFaults.ts'

const root = resolve(import.meta.dirname, '../../../../..')
/** Inside the repository, so that what the page imports is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `sell-something-${process.pid}`)
const snippets = readSnippets(join(root, 'docs/how-to/sell-something.md')).filter(
  ({ language }) => language === 'ts',
)
const key = randomBytes(32)
const receiver = 'eip155:1:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const payment = {
  id: 'a'.repeat(22),
  state: 'open',
  description: null,
  referenceId: 'order-7',
  accepts: [
    {
      asset: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: '19.99',
      recipient: receiver,
      symbol: 'USDC',
      decimals: 6,
    },
  ],
  fiat: null,
  reference: `0x${'1'.repeat(64)}`,
  createdAt: 1,
  expiresAt: null,
  transfers: [],
  refunds: [],
  metadata: null,
}
const asked: { headers: NodeJS.Dict<string | string[]>; body: unknown }[] = []
const services = createServer((request, response) => {
  let text = ''
  request.on('data', part => {
    text += part
  })
  request.on('end', () => {
    asked.push({ headers: request.headers, body: JSON.parse(text) })
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ payment }))
  })
})
const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  for (const [at, name] of ['backend.ts', 'page.ts', 'webhook.ts'].entries())
    writeFileSync(join(folder, name), snippets[at]?.code ?? '')
  await new Promise<void>(done => services.listen(0, '127.0.0.1', done))
  process.env.SERVICES = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  process.env.LATCHKEY_SECRET = 'sk_shop_secret'
  process.env.WEBHOOK_SECRET = `whsec_${key.toString('base64')}`
})
afterAll(() => {
  services.close()
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['SERVICES', 'LATCHKEY_SECRET', 'WEBHOOK_SECRET'])
    Reflect.deleteProperty(process.env, name)
})

test('its types are right', async () => {
  expect(await typeFaults(folder)).toBe('')
})

test('its backend makes a payment with the secret and the order’s number as key', async () => {
  const { order } = (await load('backend.ts')) as { order(number: string): Promise<Response> }
  expect(await (await order('order-7')).json()).toEqual({ paymentId: payment.id })
  expect(asked).toMatchObject([
    {
      headers: { authorization: 'Bearer sk_shop_secret', 'idempotency-key': 'order-7' },
      body: { accepts: [{ amount: '19.99', recipient: receiver }], referenceId: 'order-7' },
    },
  ])
})

test('its webhook sells by a signed message, and by no other', async () => {
  const { webhook, sold } = (await load('webhook.ts')) as {
    webhook(request: Request): Promise<Response>
    sold: ReadonlySet<string>
  }
  const body = JSON.stringify({
    type: 'payment.paid',
    timestamp: new Date().toISOString(),
    data: { payment: { ...payment, state: 'paid' } },
  })
  const at = String(Math.floor(Date.now() / 1_000))
  const send = (signature: string) =>
    webhook(
      new Request('https://shop.example/webhook', {
        method: 'POST',
        body,
        headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': signature },
      }),
    )
  expect((await send('v1,AAAA')).status).toBe(401)
  expect([...sold]).toEqual([])
  const right = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')
  expect((await send(`v1,${right}`)).status).toBe(204)
  expect([...sold]).toEqual(['order-7'])
})
