/** What becomes of operations in a bundle with others, and of those that a bundler took and was killed with (T73). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Devstack, startDevstack } from '../../../../devstack/src/stack/startDevstack.ts'
import { atomicBatch, openVisitor } from './visitor.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
let stack: Devstack
beforeAll(async () => {
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'] })
  expect(await stack.bundler?.settled).toBe('running')
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Visitor = Awaited<ReturnType<typeof openVisitor>>

const sink = '0x00000000000000000000000000000000000b0b00'
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const patient = { timeout: 60_000, interval: 200 }
const network = () => stack.description.chains[0] as (typeof stack.description.chains)[number]
const client = () =>
  createTestClient({
    mode: 'anvil',
    transport: http(network().rpcUrls.default.http[0]),
    cacheTime: 0,
  }).extend(publicActions)

/** Asks the bundler itself, without the services. */
async function askBundler(method: string, params: readonly unknown[]): Promise<void> {
  const answer = await fetch(stack.description.bundler ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  expect(await answer.json()).toMatchObject({ result: 'ok' })
}

const allow = (amount: bigint) => ({
  to: stack.description.contracts.usdc,
  data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [sink, amount] }),
})
const allowance = ({ account }: Visitor) =>
  client().readContract({
    address: stack.description.contracts.usdc,
    abi: erc20,
    functionName: 'allowance',
    args: [account as Address, sink],
  })

/** Has a visitor send calls as one. Returns the id that the page receives. */
async function send(visitor: Visitor, amount: bigint): Promise<string> {
  const { answer } = await visitor.through('wallet_sendCalls', atomicBatch(network().id, [allow(amount)]))
  return ((await answer) as { readonly id: string }).id
}

const statusNow = async (visitor: Visitor, id: string) =>
  (await visitor.ask('wallet_getCallsStatus', [id], network().caipNetworkId)) as { readonly status: number }

/** Kills the bundler as a fault of its machine would. Settles once it is gone. */
async function killBundler(): Promise<() => Promise<void>> {
  const pid = stack.bundler?.pid()
  if (pid === undefined) throw new Error('No bundler runs')
  process.kill(pid, 'SIGKILL')
  await vi.waitUntil(() => stack.bundler?.pid() !== pid, patient)
  return async () =>
    void (await vi.waitUntil(() => stack.bundler?.pid() !== undefined, { ...patient, timeout: 180_000 }))
}

interface Log {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
}

test('two visitors in one bundle: the status of each has its own logs alone, by the bundler and by the chain', async () => {
  await askBundler('debug_bundler_setBundlingMode', ['manual'])
  const visitors = [
    await openVisitor(stack, 'latchkey-dev-login'),
    await openVisitor(stack, 'latchkey-dev-login'),
  ]
  const amounts = [3n, 5n]
  const ids: string[] = []
  for (const [at, visitor] of visitors.entries()) ids.push(await send(visitor, amounts[at] ?? 0n))
  for (const [at, visitor] of visitors.entries())
    expect(await statusNow(visitor, ids[at] ?? '')).toMatchObject({ status: 100 })
  await askBundler('debug_bundler_sendBundleNow', [])

  for (const isBlind of [false, true]) {
    const transactions: unknown[] = []
    for (const [at, visitor] of visitors.entries()) {
      if (isBlind) visitor.blind()
      const { status, receipts } = await visitor.status(ids[at] ?? '')
      const [receipt] = receipts as unknown as readonly {
        readonly transactionHash: Hex
        readonly logs: readonly Log[]
      }[]
      expect([status, receipts.length]).toEqual([200, 1])
      transactions.push(receipt?.transactionHash)
      const own = (receipt?.logs ?? []).filter(
        ({ address }) => address.toLowerCase() === stack.description.contracts.usdc.toLowerCase(),
      )
      expect(own.map(({ topics, data }) => [`0x${topics[1]?.slice(26)}`, BigInt(data)])).toEqual([
        [visitor.account.toLowerCase(), amounts[at]],
      ])
      // Nor anything else that names the other one.
      const other = visitors[1 - at]?.account.slice(2).toLowerCase() ?? ''
      expect(JSON.stringify(receipt?.logs).toLowerCase()).not.toContain(other)
    }
    expect(transactions[0]).toBe(transactions[1])
    const whole = await client().getTransactionReceipt({ hash: transactions[0] as Hex })
    const told = JSON.stringify(whole.logs, (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    ).toLowerCase()
    for (const { account } of visitors) expect(told).toContain(account.slice(2).toLowerCase())
  }
  await askBundler('debug_bundler_setBundlingMode', ['auto'])
})

test('killed after it gave the bundle to the chain: found there, while the bundler is away and after', async () => {
  const visitor = await openVisitor(stack, 'latchkey-dev-login')
  await client().setAutomine(false)
  const id = await send(visitor, 7n)
  await vi.waitUntil(async () => (await client().getTxpoolStatus()).pending > 0, patient)
  const back = await killBundler()
  expect(await statusNow(visitor, id)).toMatchObject({ status: 100 })
  await client().mine({ blocks: 1 })
  await client().setAutomine(true)
  await vi.waitUntil(async () => (await statusNow(visitor, id)).status === 200, patient)
  expect(await allowance(visitor)).toBe(7n)
  await back()
  expect(await statusNow(visitor, id)).toMatchObject({ status: 200, atomic: true })
  expect(visitor.sent()).toBe(1)
})

test('killed with an operation that it took: unknown, never given again, and dropped once its time is over', async () => {
  const visitor = await openVisitor(stack, 'latchkey-dev-signin')
  await client().setBalance({ address: visitor.account as Address, value: parseEther('1') })
  await askBundler('debug_bundler_setBundlingMode', ['manual'])
  const id = await send(visitor, 9n)
  const back = await killBundler()
  expect(await statusNow(visitor, id)).toMatchObject({ status: 100 })
  await back()
  // It lost what it was given. Whether another one has it is not known.
  expect(await statusNow(visitor, id)).toMatchObject({ status: 100 })
  expect([visitor.sent(), await allowance(visitor)]).toEqual([1, 0n])

  await client().increaseTime({ seconds: 601 })
  await client().mine({ blocks: 1 })
  await vi.waitUntil(async () => (await statusNow(visitor, id)).status === 400, patient)
  // The services say again that the network carries smart accounts.
  await vi.waitUntil(
    async () =>
      ((await visitor.ask('eth_accounts', [], network().caipNetworkId)) as readonly string[])[0] ===
      visitor.account,
    patient,
  )
  const next = await send(visitor, 11n)
  expect(await visitor.status(next)).toMatchObject({ status: 200 })
  expect(await statusNow(visitor, id)).toMatchObject({ status: 400 })
  expect([visitor.sent(), await allowance(visitor)]).toEqual([2, 11n])
})
