import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSnippets } from '../../../../testing/src/fixtures/readSnippets.ts'
import { typeFaults } from '../../../../testing/src/fixtures/typeFaults.ts'
import {
  type PaymentRequirements,
  paymentRequiredSchema,
  paymentRequirementsSchema,
  x402Headers,
} from '../../contract/x402.ts'
import { formatX402Header, parseX402Header } from '../../contract/x402Header.ts'

const root = resolve(import.meta.dirname, '../../../../..')
/** Inside the repository, so that what the page imports is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `paid-requests-${process.pid}`)
const snippets = readSnippets(join(root, 'docs/how-to/paid-requests.md')).filter(
  ({ language }) => language === 'ts',
)
const payer = '0x00000000000000000000000000000000000000a1'
const transaction = `0x${'ab'.repeat(32)}`
const calls: string[] = []
const services = createServer((request, response) => {
  calls.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization}`)
  const answer = request.url?.includes('/verify')
    ? { isValid: true, payer }
    : { success: true, payer, transaction, network: 'eip155:8453' }
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})

let forecast: { handle(request: Request): Promise<Response> }
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  for (const [at, name] of ['api.ts', 'page.ts'].entries())
    writeFileSync(join(folder, name), snippets[at]?.code ?? '')
  await new Promise<void>(done => services.listen(0, '127.0.0.1', done))
  process.env.SERVICES = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  process.env.LATCHKEY_SECRET = 'sk_weather_secret'
  const api = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'api.ts')).href)
  forecast = api.forecast
})
afterAll(() => {
  services.close()
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['SERVICES', 'LATCHKEY_SECRET']) Reflect.deleteProperty(process.env, name)
})

const url = 'https://api.example/forecast'

test('its types are right', async () => {
  expect(await typeFaults(folder)).toBe('')
})

test('its API says what a request costs, and answers one that is paid for with the secret it was given', async () => {
  const first = await forecast.handle(new Request(url))
  expect(first.status).toBe(402)
  const required = parseX402Header(first.headers.get(x402Headers.required), paymentRequiredSchema)
  expect(required).toMatchObject({
    resource: { url, description: 'The weather at the harbour for one day' },
    accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '10000' }],
  })
  const accepted = paymentRequirementsSchema['~standard'].validate(required?.accepts[0])
  const { payTo, amount } = (accepted as { value: PaymentRequirements }).value
  const authorization = {
    ...{ from: payer, to: payTo, value: amount, validAfter: '0', validBefore: '4000000000' },
    nonce: `0x${'1'.repeat(64)}`,
  }
  const payload = { signature: `0x${'11'.repeat(65)}`, authorization }
  const payment = formatX402Header({ x402Version: 2, accepted: required?.accepts[0], payload })
  const answer = await forecast.handle(new Request(url, { headers: { [x402Headers.signature]: payment } }))
  expect([answer.status, await answer.json()]).toEqual([200, { wind: 'north, 5', paidBy: payer }])
  expect(calls).toEqual([
    'POST /v1/x402/verify Bearer sk_weather_secret',
    'POST /v1/x402/settle Bearer sk_weather_secret',
  ])
})
