import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  getExchangeOrder,
  getExchanges,
  getOnRampOptions,
  getOnRampOrder,
  postExchangeOrder,
  postOnRampQuote,
  postOnRampUrl,
  type RouteDefinition,
} from 'latchkey/services'
import * as v from 'valibot'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Chain, startChain } from '../../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../../devstack/src/contracts/contractPlan.ts'
import { deployContracts } from '../../../../../devstack/src/contracts/deployContracts.ts'
import { probePort } from '../../../../../devstack/src/ports/probePort.ts'
import { type Ramp, rampApiKey, startRamp } from '../../../../../devstack/src/ramp/startRamp.ts'
import { visitRamp } from '../../../../../devstack/src/ramp/visitRamp.ts'
import { chainVariables } from '../../../../../devstack/src/stack/chainVariables.ts'
import { openApp, type TestApp } from '../../../app.fixture.ts'

const network = 'eip155:31337'
const usdc = `${network}/erc20:${devContracts.usdc.toLowerCase()}`
const page = 'http://localhost:5173'
const secret = 'a secret of the tests'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-meld-'))

let chain: Chain
let ramp: Ramp
let app: TestApp
let door: Server
/** What the services answered to webhooks. */
const answered: number[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  // The services' port: the app itself opens none.
  door = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const answer = await app.request(request.url ?? '', {
        method: 'POST',
        headers,
        body: Buffer.concat(chunks),
      })
      answered.push(answer.status)
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const base = `http://localhost:${(door.address() as AddressInfo).port}`
  ramp = await startRamp({
    port: await probePort(0, '127.0.0.1'),
    host: '127.0.0.1',
    dataFolder: folder,
    chains: [{ chainId: 31337, name: 'Alder', url: chain.url }],
    webhookUrl: `${base}/v1/onramp/webhooks/meld`,
    webhookSecret: secret,
    waits: { slowQuote: 20, lostQuote: 60_000, payout: 0, withdrawal: 0, congestion: 1_000, retry: 20 },
  })
  app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
    ...chainVariables(folder, [31337]),
    X402_NETWORKS: '',
    ONRAMP_MELD_URL: ramp.url,
    ONRAMP_MELD_KEY: rampApiKey,
    ONRAMP_MELD_WEBHOOK_SECRET: secret,
    ONRAMP_COUNTRY: 'US',
    ONRAMP_TIMEOUT_MS: '2000',
    PUBLIC_URLS: base,
  })
})
afterAll(async () => {
  await ramp.close()
  door.close()
  await app.close()
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<R extends RouteDefinition>(
  route: R,
  { query = {}, body, params = {} }: { query?: object; body?: object; params?: Record<string, string> } = {},
): Promise<v.InferOutput<R['response']>> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const response = await app.request(
    `${path}?${new URLSearchParams({ projectId: 'latchkey-dev', ...query })}`,
    {
      method: route.method,
      headers: { origin: page, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    },
  )
  const text = await response.text()
  expect([response.status, text]).toEqual([route.status ?? 200, text])
  return v.parse(route.response, JSON.parse(text))
}
const asked = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100', network, method: 'card' }
const wallet = () => privateKeyToAddress(generatePrivateKey())
async function buy(amount = '100') {
  const { quotes } = await ask(postOnRampQuote, { body: { ...asked, amount } })
  const recipient = wallet()
  const opened = await ask(postOnRampUrl, {
    body: {
      destinationWallets: [`${network}:${recipient}`],
      defaultNetwork: network,
      quoteId: quotes.find(({ providerName }) => providerName === 'Brook Pay')?.quoteId,
      redirectUrl: `${page}/back`,
      idempotencyKey: randomUUID(),
    },
  })
  return { recipient, opened, visitor: await visitRamp(opened.url) }
}
/** What the store knows, without asking the provider: only webhooks and rounds move it. */
const stateOf = async (id: string) =>
  (
    await app.store.db
      .selectFrom('money_orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

it('sells what is on networks of ours, with limits of each way to pay', async () => {
  const { country, countries, purchaseCurrencies, paymentCurrencies } = await ask(getOnRampOptions)
  expect([country, countries]).toEqual(['US', ['BR', 'DE', 'FR', 'GB', 'US']])
  const coin = purchaseCurrencies.find(({ id }) => id === 'USDC')?.networks
  expect(coin).toMatchObject([{ asset: usdc, chain_id: network, decimals: 6 }])
  const [dollar] = paymentCurrencies
  expect(dollar?.id).toBe('USD')
  expect(dollar?.payment_method_limits).toContainEqual({ id: 'card', min: '5', max: '7500' })
  expect(dollar?.payment_method_limits.map(({ id }) => id)).toContain('ach_bank_account')
})

it('quotes three services, and neither a failing nor a silent one holds the others', async () => {
  const names = (quotes: readonly { providerName: string }[]) =>
    quotes.map(({ providerName }) => providerName)
  const all = await ask(postOnRampQuote, { body: asked })
  expect(names(all.quotes).toSorted()).toEqual(['Brook Pay', 'Glacier', 'Thistle Money'])
  const failing = await ask(postOnRampQuote, { body: { ...asked, amount: '100.13' } })
  expect([names(failing.quotes).length, failing.faults]).toEqual([
    2,
    [{ provider: 'meld', providerName: 'Thistle Money', reason: 'unavailable' }],
  ])
  const silent = await ask(postOnRampQuote, { body: { ...asked, amount: '100.17' } })
  expect(silent.faults).toEqual([{ provider: 'meld', providerName: 'Glacier', reason: 'unavailable' }])
  expect(names(silent.quotes).toSorted()).toEqual(['Brook Pay', 'Thistle Money'])
})

it('says which limit an amount is beyond', async () => {
  const { quotes, faults } = await ask(postOnRampQuote, { body: { ...asked, amount: '8' } })
  expect(quotes.map(({ providerName }) => providerName)).toEqual(['Brook Pay'])
  expect(faults).toContainEqual({
    provider: 'meld',
    providerName: 'Glacier',
    reason: 'too-small',
    minimum: '20',
    maximum: '7500',
  })
})

describe('an order', () => {
  it('is confirmed by webhooks that wake us, each once, and by the receipt', async () => {
    const { opened, visitor, recipient } = await buy()
    expect(await visitor.send('card', { card: '4242 4242 4242 4242' })).toContain('Sending')
    await vi.waitUntil(async () => (await stateOf(opened.order.id)) === 'confirmed', { timeout: 30_000 })
    const { order } = await ask(getOnRampOrder, { params: { order: opened.order.id } })
    expect(order).toMatchObject({
      state: 'confirmed',
      recipient,
      provider: 'meld',
      providerName: 'Brook Pay',
    })
    expect(order.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(Number(order.amount)).toBeGreaterThan(98)
    // The ramp sends a forged and an old one on purpose, and waits for an answer to each.
    await vi.waitUntil(() => answered.filter(status => status === 401).length >= 2, { timeout: 30_000 })
  })

  it.each([
    ['4000000000000002', 'failed'],
    ['4000 0000 0000 0069', 'expired'],
  ])('with the card %s is %s, with the ramp’s reason', async (card, state) => {
    const { opened, visitor } = await buy()
    await visitor.send('card', { card })
    await vi.waitUntil(async () => (await stateOf(opened.order.id)) === state, { timeout: 30_000 })
    const { order } = await ask(getOnRampOrder, { params: { order: opened.order.id } })
    expect(order.reason).toBeTruthy()
  })
})

it('deposits from the sandbox exchange, and is confirmed by the receipt', async () => {
  const { exchanges } = await ask(getExchanges, { query: { asset: usdc, amount: '20' } })
  expect(exchanges.map(({ id, name }) => [id, name])).toEqual([['sandbox_exchange', 'Sandbox Exchange']])
  const recipient = wallet()
  const { order, url } = await ask(postExchangeOrder, {
    params: { id: 'sandbox_exchange' },
    body: { asset: usdc, amount: '20', recipient: `${network}:${recipient}`, idempotencyKey: randomUUID() },
  })
  const visitor = await visitRamp(url)
  await visitor.send('login', { email: `${randomUUID()}@mail.example` })
  await visitor.send('review')
  await visitor.send('withdraw', { code: '123456' })
  await vi.waitUntil(async () => (await stateOf(order.id)) === 'confirmed', { timeout: 30_000 })
  const told = await ask(getExchangeOrder, { params: { order: order.id } })
  expect(told.order).toMatchObject({ state: 'confirmed', amount: '20', recipient })
})
