import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/contract'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Devstack, startDevstack } from '../../../../devstack/src/stack/startDevstack.ts'
import { randomBytes } from '../../keys/bytes.ts'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import { safeAccountOf } from '../../smartaccount/safeAccountOf.ts'
import { createSmartNetworks } from '../createSmartNetworks.ts'
import { createNodes } from '../nodes.ts'
import { openOperationWorld } from './operation.fixture.ts'
import { createPaymasters } from './paymasters.ts'

/** The whole way over a real chain, bundler and paymaster, by the services: what a frame does, with a scripted visitor. */
const folder = mkdtempSync(join(tmpdir(), 'latchkey-operation-'))
let stack: Devstack
beforeAll(async () => {
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'] })
  expect(await stack.bundler?.settled).toBe('running')
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sink = '0x00000000000000000000000000000000000b0b00'
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
])
const networkAt = (index: number) => stack.description.chains[index]
const chainAt = (index: number) => networkAt(index)?.caipNetworkId as CaipNetworkId
const clientAt = (index: number) =>
  createPublicClient({ transport: http(networkAt(index)?.rpcUrls.default.http[0]) })

/** A new visitor whose account was never anywhere, over the services of that project. */
async function open(projectId: string) {
  const key = randomBytes(32)
  const addresses = await addressesOf(key)
  const asked = {
    services: stack.description.services,
    projectId,
    fetch: ((url: string, init?: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { ...init?.headers, origin: stack.description.frame },
      })) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  const read = createSmartNetworks({ ...asked, now: () => performance.now() })
  await vi.waitUntil(async () => (await read()).length > 0, { timeout: 30_000, interval: 500 })
  const world = openOperationWorld({
    login: async () => ({
      account: 'ada',
      addresses,
      isLocked: async () => false,
      touch: async () => {},
      withKey: (_request, use) => use(key.slice(), addresses),
    }),
    nodes: createNodes({ ...asked, wait }),
    smartNetworks: read,
    paymasters: createPaymasters(asked),
    networks: () => [chainAt(0), chainAt(1)],
    clock: { now: () => performance.now(), wait, after: () => () => {} },
  })
  const account = safeAccountOf(addresses.owner).address
  let shown = 0
  return {
    ...world,
    account,
    plain: addresses.eip155,
    /** Asks, approves what is shown once all about it is known, and returns both. */
    async through(method: string, params: unknown) {
      const at = shown++
      const answer = world.ask(method, params, chainAt(0))
      answer.catch(() => {})
      await vi.waitUntil(() => world.shown[at]?.approval.progress().at === 'known', { timeout: 20_000 })
      const { approval } = world.shown[at] as (typeof world.shown)[number]
      const began = performance.now()
      await approval.approve()
      return { answer, approval, took: performance.now() - began }
    },
    status: async (id: string) =>
      (await vi.waitUntil(
        async () => {
          const said = await world.ask('wallet_getCallsStatus', [id], chainAt(0))
          return (said as { readonly status: number }).status === 100 ? undefined : said
        },
        { timeout: 30_000, interval: 200 },
      )) as { readonly status: number; readonly receipts: readonly { readonly logs: readonly object[] }[] },
  }
}

const batchOf = (calls: readonly object[]) => [
  { version: '2.0.0', chainId: `0x${networkAt(0)?.id.toString(16)}`, atomicRequired: true, calls },
]

test('the first operation of an account that holds nothing is sponsored, makes it, and does all of its calls', async () => {
  const usdc = stack.description.contracts.USDC as Address
  const visitor = await open('latchkey-dev-login')
  const approving = (amount: bigint) => ({
    to: usdc,
    data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [sink, amount] }),
  })
  const client = clientAt(0)
  expect(await client.getCode({ address: visitor.account })).toBeUndefined()
  const { answer, approval } = await visitor.through(
    'wallet_sendCalls',
    batchOf([approving(1n), approving(7n)]),
  )
  expect(approval.progress().operation?.sponsor?.name).toBe('Latchkey Demo')
  const { id } = (await answer) as { readonly id: string }
  const status = await visitor.status(id)
  expect(status).toMatchObject({ status: 200, atomic: true })
  // Its two approvals and what making an account and paying for it says, and nothing of others.
  expect(status.receipts).toHaveLength(1)
  const args = [visitor.account, sink] as const
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(7n)
  expect(await client.getBalance({ address: visitor.account })).toBe(0n)
  expect(await client.getCode({ address: visitor.account })).toMatch(/^0x[0-9a-f]{4,}/)

  // A transaction of it answers the hash of one that its chain has.
  const sent = await visitor.through('eth_sendTransaction', [approving(9n)])
  const hash = (await sent.answer) as Hex
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(9n)
})

test('a call that fails takes all of them along: 500, and nothing moved', async () => {
  const usdc = stack.description.contracts.USDC as Address
  const visitor = await open('latchkey-dev-login')
  const client = clientAt(0)
  const approve = {
    to: usdc,
    data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [sink, 3n] }),
  }
  // More than it has: the bundler refuses to carry it, or it fails on the chain.
  const transfer = {
    to: usdc,
    data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [sink, parseEther('1')] }),
  }
  const answer = visitor.ask('wallet_sendCalls', batchOf([approve, transfer]), chainAt(0))
  answer.catch(() => {})
  await vi.waitUntil(() => visitor.shown[0]?.approval.progress().at === 'known', { timeout: 20_000 })
  const [{ approval } = {}] = visitor.shown
  expect(approval?.progress().simulation).toMatchObject({ at: 'fails' })
  await expect(approval?.approve()).rejects.toThrow()
  const args = [visitor.account, sink] as const
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(0n)
})

test('without a sponsor the account pays, at most what was shown', async () => {
  const visitor = await open('latchkey-dev-signin')
  const client = clientAt(0)
  const had = parseEther('1')
  await fetch(stack.description.chains[0]?.rpcUrls.default.http[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [visitor.account, `0x${had.toString(16)}`],
    }),
  })
  const before = await client.getBalance({ address: sink })
  const sent = await visitor.through('eth_sendTransaction', [{ to: sink, value: '0x64' }])
  const most = sent.approval.progress().fee?.value ?? 0n
  await sent.answer
  expect((await client.getBalance({ address: sink })) - before).toBe(100n)
  const paid = had - 100n - (await client.getBalance({ address: visitor.account }))
  expect(paid).toBeGreaterThan(0n)
  expect(paid).toBeLessThanOrEqual(most)
})

test('a chain without the contracts has the plain account', async () => {
  const visitor = await open('latchkey-dev-login')
  expect(await visitor.ask('eth_accounts', [], chainAt(0))).toEqual([visitor.account])
  await visitor.provider.switchNetwork(chainAt(1))
  expect(await visitor.ask('eth_accounts', [], chainAt(1))).toEqual([visitor.plain])
})

test('approve to hash takes 200 ms at most beside the bundler’s own time, at the median', async () => {
  const visitor = await open('latchkey-dev-login')
  const took: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const sent = await visitor.through('wallet_sendCalls', batchOf([{ to: sink, data: '0x' }]))
    const { id } = (await sent.answer) as { readonly id: string }
    expect(await visitor.status(id)).toMatchObject({ status: 200 })
    took.push(sent.took)
  }
  console.log(took.map(Math.round).join(' '))
})
