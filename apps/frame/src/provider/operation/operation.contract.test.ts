import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/contract'
import { safeContracts } from 'latchkey/services'
import { createPublicClient, encodeFunctionData, type Hex, http, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Devstack, startDevstack } from '../../../../devstack/src/stack/startDevstack.ts'
import { encodeOperationCalls } from '../../smartaccount/encodeOperationCalls.ts'
import { atomicBatch, openVisitor } from './visitor.fixture.ts'

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
])
const networkAt = (index: number) => stack.description.chains[index]
const chainAt = (index: number) => networkAt(index)?.caipNetworkId as CaipNetworkId
const clientAt = (index: number) =>
  createPublicClient({ transport: http(networkAt(index)?.rpcUrls.default.http[0]) })

const open = (projectId: string) => openVisitor(stack, projectId)

async function setBalance(address: string, value: bigint): Promise<void> {
  const answer = await fetch(networkAt(0)?.rpcUrls.default.http[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [address, `0x${value.toString(16)}`],
    }),
  })
  expect(answer.ok).toBe(true)
}

const batchOf = (calls: readonly object[]) => atomicBatch(networkAt(0)?.id, calls)

test('the first operation of an account that holds nothing is sponsored, makes it, and does all of its calls', async () => {
  const { usdc } = stack.description.contracts
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
  const { usdc } = stack.description.contracts
  const visitor = await open('latchkey-dev-login')
  const client = clientAt(0)
  await setBalance(visitor.account, parseEther('1'))
  const approving = {
    to: usdc,
    data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [sink, 3n] }),
  }
  const paying = { to: sink, value: `0x${parseEther('1').toString(16)}` }
  const shown = await visitor.show('wallet_sendCalls', batchOf([approving, paying]))
  expect(shown.approval.progress().simulation).toMatchObject({ at: 'works' })
  // It is spent elsewhere while the visitor still reads.
  await setBalance(visitor.account, 0n)
  await shown.approval.approve()
  const { id } = (await shown.answer) as { readonly id: string }
  expect(await visitor.status(id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  const args = [visitor.account, sink] as const
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(0n)
})

test('an operation that a page built is signed anew and done', async () => {
  const visitor = await open('latchkey-dev-login')
  const client = clientAt(0)
  await setBalance(visitor.account, 5n)
  const before = await client.getBalance({ address: sink })
  const operation = {
    sender: visitor.account,
    callData: encodeOperationCalls([{ to: sink, value: 5n, data: '0x' }]),
    nonce: '0x7',
    signature: '0xdead',
  }
  const sent = await visitor.through('eth_sendUserOperation', [operation, safeContracts.entryPoint])
  const hash = await sent.answer
  const receipt = await vi.waitUntil(() => visitor.ask('eth_getUserOperationReceipt', [hash], chainAt(0)), {
    timeout: 30_000,
    interval: 500,
  })
  expect(receipt).toMatchObject({ userOpHash: hash, success: true })
  expect((await client.getBalance({ address: sink })) - before).toBe(5n)
})

test('without a sponsor the account pays, at most what was shown', async () => {
  const visitor = await open('latchkey-dev-signin')
  const client = clientAt(0)
  const had = parseEther('1')
  await setBalance(visitor.account, had)
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
  for (let turn = 0; turn < 3; turn++) {
    const sent = await visitor.through('wallet_sendCalls', batchOf([{ to: sink, data: '0x' }]))
    const { id } = (await sent.answer) as { readonly id: string }
    expect(await visitor.status(id)).toMatchObject({ status: 200 })
    took.push(sent.took)
  }
  const [median = Number.NaN] = took.toSorted((a, b) => a - b).slice(1)
  console.log(`approve to hash beside the bundler: ${took.map(Math.round).join(' ')} ms`)
  expect(median).toBeLessThanOrEqual(200)
})
