import { type Address, address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { LiteSVM } from 'litesvm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApp, type TestApp } from '../../../../server/src/app.fixture.ts'
import { createNodes } from '../nodes.ts'
import { cluster, makeTransaction, nodesOf, openSolanaPage, serveNodes } from './solana.fixture.ts'

const friend = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')
const sol = 1_000_000_000n

const svm = new LiteSVM()
let node: Awaited<ReturnType<typeof serveNodes>>
let app: TestApp
let world: Awaited<ReturnType<typeof openSolanaPage>>
let me: Address

beforeAll(async () => {
  node = await serveNodes(svm)
  app = await openApp({ LATCHKEY_DEV: '1', RPC_UPSTREAMS: JSON.stringify({ [cluster]: [node.url] }) })
})
afterAll(async () => {
  await app.close()
  await node.close()
})
beforeEach(async () => {
  svm.expireBlockhash()
  const ask = (url: string, init: RequestInit) => app.request(url.replace('http://services', ''), init)
  const nodes = createNodes({
    services: 'http://services',
    projectId: 'latchkey-dev',
    fetch: ask as typeof fetch,
    wait: async () => {},
  })(cluster)
  world = await openSolanaPage(nodes)
  me = address(world.account)
  node.asked.length = 0
})

/** A page's request as an unsigned transaction. */
const wireOf = (...instructions: Instruction[]) =>
  Buffer.from(makeTransaction({ payer: me, blockhash: svm.latestBlockhash(), instructions })).toString(
    'base64',
  )
const transfer = (amount: bigint) =>
  wireOf(getTransferSolInstruction({ source: createNoopSigner(me), destination: friend, amount }))
const send = (transaction: string) =>
  world.provider.request({
    chainId: cluster,
    method: 'solana_signAndSendTransaction',
    params: { transaction, pubkey: me },
  } as never)
const balance = (of: Address) => svm.getBalance(of) ?? 0n

test('shows effects, fee and remaining balance through the services, and sends (T58, T61)', async () => {
  svm.airdrop(me, lamports(10n * sol))
  const before = { mine: balance(me), theirs: balance(friend) }
  await send(transfer(3n * sol))
  expect(world.shown).toMatchObject([{ title: 'Send 3 SOL', action: 'Send 3 SOL', asksTwice: [] }])
  expect(world.shown[0]).toMatchObject({
    headline: { who: { word: 'to', address: friend } },
    effects: [
      { label: 'Send', value: '3 SOL', place: 'headline' },
      { label: 'To', address: friend, note: 'You haven’t sent to this address from here.' },
    ],
  })
  expect(world.shown[0]?.facts.slice(0, 3)).toEqual([
    { label: 'You pay', value: '−3 SOL' },
    { label: 'Network fee, at most', value: '0.000005 SOL' },
    { label: 'Total, at most', value: '3.000005 SOL', isTotal: true },
  ])
  expect([before.mine - balance(me), balance(friend) - before.theirs]).toEqual([3n * sol + 5_000n, 3n * sol])
  expect(node.asked).toEqual(
    expect.arrayContaining([
      'getFeeForMessage',
      'simulateTransaction',
      'getMultipleAccounts',
      'sendTransaction',
    ]),
  )
})

test('reports a failing transaction and asks twice; the network’s refusal is a failure', async () => {
  await expect(send(transfer(1_000n * sol))).rejects.toMatchObject({ context: { rpc: { code: -32_003 } } })
  expect(world.shown[0]?.asksTwice).toEqual([expect.stringContaining('The network says this would fail')])
})

test('reports an unknown effect and asks twice (T58)', async () => {
  const unknown: Instruction = { programAddress: friend, accounts: [], data: Uint8Array.of(1) }
  await expect(send(wireOf(unknown))).rejects.toThrow()
  expect(world.shown[0]?.asksTwice.length).toBeGreaterThan(0)
})

test('T101: passes nothing beyond the list to the nodes, and serves no other cluster', async () => {
  const ask = async (chainId: string, method: string) => {
    const response = await app.request(`/v1?projectId=latchkey-dev&chainId=${chainId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    })
    return ((await response.json()) as { error?: { code: number } }).error?.code
  }
  for (const method of ['requestAirdrop', 'getProgramAccounts', 'getBlocks', 'eth_call', 'constructor'])
    expect(await ask(cluster, method)).toBe(-32_601)
  expect(await ask('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'getBalance')).toBe(-32_001)
  expect(node.asked).toEqual([])
  expect(await nodesOf(svm)('getHealth', [])).toBe('ok')
})
