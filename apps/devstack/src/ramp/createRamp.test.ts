// The ramp in this process, by a clock of the tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erc20Abi, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../contracts/createChainClient.ts'
import { deployContracts } from '../contracts/deployContracts.ts'
import { createRamp, type RunningRamp } from './createRamp.ts'
import { rampAccount } from './rampAccount.ts'
import { rampWaits } from './rampConfig.ts'
import { rampApiKey } from './startRamp.ts'
import type { MeldSessionAnswer, MeldTransaction } from './wire/rampWire.ts'

const url = 'http://localhost:9'
const minute = 60_000
const started = Date.parse('2026-03-01T12:00:00Z')
let chain: Chain
let client: ChainClient
let folder: string
let ramp: RunningRamp
let time: number

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
})
afterAll(() => chain.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-ramp-clock-'))
  time = started
  ramp = open()
})
afterEach(async () => {
  await ramp.stop()
  rmSync(folder, { recursive: true, force: true })
})

function open(): RunningRamp {
  const { weth, usdc, dai, swapRouter } = devContracts
  return createRamp({
    config: {
      port: 9,
      host: '127.0.0.1',
      dataFolder: folder,
      apiKey: rampApiKey,
      webhookSecret: 'a secret of the tests',
      chains: [{ chainId: 31337, name: 'Alder', url: chain.url }],
      contracts: { weth, usdc, dai, swapRouter },
      privateKey: rampAccount.privateKey,
      waits: { ...rampWaits, payout: 0 },
    },
    url,
    log: () => undefined,
    now: () => time,
  })
}
async function restart(): Promise<void> {
  await ramp.stop()
  ramp = open()
}
/** A request as a browser of this machine makes it. */
async function request(to: string, init: { headers?: object } & Omit<RequestInit, 'headers'> = {}) {
  return ramp.app.request(to, { ...init, headers: { host: 'localhost:9', ...init.headers } })
}
const headers = { authorization: `BASIC ${rampApiKey}`, 'content-type': 'application/json' }
async function openOrder() {
  const walletAddress = privateKeyToAddress(generatePrivateKey())
  const answer = await request(`${url}/crypto/session/widget`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      sessionType: 'BUY',
      sessionData: {
        serviceProvider: 'BROOK',
        walletAddress,
        countryCode: 'US',
        sourceAmount: '100',
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'USDC_ALDER',
      },
    }),
  })
  expect(answer.status).toBe(200)
  const { id, widgetUrl } = (await answer.json()) as MeldSessionAnswer
  return { id, widgetUrl, walletAddress }
}
/** Pays on the page that a visit leads to. */
async function pay(visited: Response): Promise<string> {
  const [cookie = ''] = (visited.headers.get('set-cookie') ?? '').split(';')
  const page = `${url}${visited.headers.get('location')}`
  await request(`${page}/card`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card: '4242 4242 4242 4242' }).toString(),
  })
  return (await request(page, { headers: { cookie } })).text()
}
async function told(session: string): Promise<MeldTransaction | undefined> {
  const answer = await request(`${url}/payments/transactions/sessions/${session}`, { headers })
  return ((await answer.json()) as { transaction?: MeldTransaction }).transaction
}
/** Until a session has a transaction of this status; one that was never opened has its first when it ends. */
const until = (session: string, status: MeldTransaction['status']): Promise<MeldTransaction> =>
  vi.waitUntil(
    async () => {
      const found = await told(session)
      return found?.status === status && found
    },
    { timeout: 60_000, interval: 20 },
  )
const balanceOf = (owner: `0x${string}`) =>
  client.readContract({
    address: devContracts.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

test('a link is good for five minutes, and not a millisecond more', async () => {
  const [late, inTime] = [await openOrder(), await openOrder()]
  time = started + 5 * minute - 1
  expect((await request(inTime.widgetUrl)).status).toBe(303)
  time = started + 5 * minute
  const answer = await request(late.widgetUrl)
  expect(answer.status).toBe(410)
  expect(await answer.text()).toContain('This link was good for five minutes.')
})

test('an order that is not paid ends, opened or not, and can be paid no more', async () => {
  const [untouched, opened] = [await openOrder(), await openOrder()]
  const visited = await request(opened.widgetUrl)
  time = started + 15 * minute - 1
  await restart()
  expect((await told(opened.id))?.status).toBe('PENDING_CREATED')
  time = started + 15 * minute
  await until(untouched.id, 'AUTHORIZATION_EXPIRED')
  await until(opened.id, 'AUTHORIZATION_EXPIRED')
  expect(await pay(visited)).toContain('It was not paid in time.')
  expect((await told(opened.id))?.status).toBe('AUTHORIZATION_EXPIRED')
  expect(await balanceOf(opened.walletAddress)).toBe(0n)
})

test('a transaction that the node forgot before a block had it goes out again', async () => {
  // With this one the account has tokens for the next: nothing but the payout waits for a block then.
  const first = await openOrder()
  await pay(await request(first.widgetUrl))
  await until(first.id, 'SETTLED')
  await client.setAutomine(false)
  await client.setIntervalMining({ interval: 0 })
  try {
    const order = await openOrder()
    const waiting = () => client.getTransactionCount({ address: rampAccount.address, blockTag: 'pending' })
    const before = await client.getTransactionCount({ address: rampAccount.address })
    await pay(await request(order.widgetUrl))
    await vi.waitUntil(async () => (await waiting()) > before, { timeout: 60_000, interval: 20 })
    await client.request({ method: 'anvil_dropAllTransactions' as never })
    expect(await waiting()).toBe(before)
    // The ramp may note the first broadcast's time a moment after the node has it.
    await vi.waitUntil(
      async () => {
        time += 2_001
        return (await waiting()) > before
      },
      { timeout: 60_000, interval: 50 },
    )
    await client.mine({ blocks: 1 })
    const { destinationAmount } = await until(order.id, 'SETTLED')
    expect(await balanceOf(order.walletAddress)).toBe(parseUnits(String(destinationAmount), 6))
  } finally {
    await client.setAutomine(true)
  }
})

test('what the chain lost after it was paid is sent again at the next start, by the same transaction', async () => {
  // Funds come first, so that the chain loses the payment alone.
  const first = await openOrder()
  await pay(await request(first.widgetUrl))
  await until(first.id, 'SETTLED')
  const snapshot = await client.snapshot()
  const order = await openOrder()
  await pay(await request(order.widgetUrl))
  const { cryptoDetails, destinationAmount } = await until(order.id, 'SETTLED')
  const due = parseUnits(String(destinationAmount), 6)
  expect(await balanceOf(order.walletAddress)).toBe(due)
  await ramp.stop()
  await client.revert({ id: snapshot })
  expect(await balanceOf(order.walletAddress)).toBe(0n)
  ramp = open()
  await vi.waitUntil(async () => (await balanceOf(order.walletAddress)) === due, {
    timeout: 60_000,
    interval: 20,
  })
  const hash = cryptoDetails.blockchainTransactionId as `0x${string}`
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
  // And once: a further start finds it there.
  const sent = await client.getTransactionCount({ address: rampAccount.address })
  await restart()
  const last = await openOrder()
  await pay(await request(last.widgetUrl))
  await until(last.id, 'SETTLED')
  expect(await client.getTransactionCount({ address: rampAccount.address })).toBe(sent + 1)
  expect(await balanceOf(order.walletAddress)).toBe(due)
})
