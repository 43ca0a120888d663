import { readFileSync } from 'node:fs'
import type { Hex } from 'latchkey/evmcodec'
import { encodeFunctionData, getAddress, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestChain,
  type TestChain,
} from '../../../../packages/latchkey/src/chains/conformance/startTestChain.ts'
import { composeApproval } from '../approve/composeApproval.ts'
import { decodeCall } from '../approve/effects/decodeCall.ts'
import type { KnownContracts } from '../approve/effects/knownContracts.ts'
import type { ApprovalProgress } from './approval.ts'
import { prepareApproval } from './prepareApproval.ts'
import { readRequest } from './readRequest.ts'
import { simulateOutcomes } from './simulateOutcomes.ts'

const artifact = new URL('../../../devstack/contracts/artifacts/WETH9.json', import.meta.url)
const abi = parseAbi(['function deposit()', 'function withdraw(uint256)'])
const ether = parseEther('1')
const signal = new AbortController().signal

let chain: TestChain
let account: Hex
let weth: Hex
/** Takes what it is given, and says nothing. */
let thief: Hex
beforeAll(async () => {
  chain = await startTestChain({ chainId: 7_123 })
  account = chain.wallet.account.address
  const made = JSON.parse(readFileSync(artifact, 'utf8')) as { readonly bytecode: Hex }
  weth = await make(made.bytecode)
  thief = await make('0x6001600c60003960016000f300')
  const hash = await chain.wallet.sendTransaction({
    to: weth,
    value: ether,
    data: encodeFunctionData({ abi, functionName: 'deposit' }),
    chain: null,
  })
  await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
})
afterAll(() => chain?.node.stop())

async function make(data: Hex): Promise<Hex> {
  const hash = await chain.wallet.sendTransaction({ data, chain: null })
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  if (!contractAddress) throw new Error('not made')
  return getAddress(contractAddress)
}

interface Sent {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}
const wrapAt = (to: Hex): Sent => ({
  to,
  value: ether,
  data: encodeFunctionData({ abi, functionName: 'deposit' }),
})
const unwrapAt = (to: Hex): Sent => ({
  to,
  value: 0n,
  data: encodeFunctionData({ abi, functionName: 'withdraw', args: [ether] }),
})
const payTo = (to: Hex): Sent => ({ to, value: 1n, data: '0x' })

/** The wrapping contract is known, the thief is not. */
const knownHere = (): KnownContracts => ({
  wrapped: weth.toLowerCase(),
  routers: new Map(),
  tokens: new Set([weth.toLowerCase()]),
})

function ask(sent: readonly Sent[], nodes = chain.rpc) {
  const calls = sent.map(({ to, value, data }) => ({ from: account, to, value: toHex(value), data }))
  const effects = sent.map(call => decodeCall(account, call, knownHere()))
  return simulateOutcomes(nodes, { account, calls, effects }, signal)
}

test('finds a wrap without a transfer event by the balance at its contract, for each call by itself (T58)', async () => {
  const outcomes = await ask([wrapAt(weth), payTo(thief), wrapAt(thief), unwrapAt(weth)])
  expect(outcomes?.map(each => each?.filter(({ change }) => change > 0n))).toEqual([
    [{ asset: { address: weth }, change: ether }],
    undefined,
    undefined,
    [{ asset: {}, change: ether }],
  ])
})

test.each([
  ['the usual wrap', () => wrapAt(weth), 'Wrap', 0],
  ['the usual unwrap', () => unwrapAt(weth), 'Unwrap', 0],
  ['a deposit that is kept', () => wrapAt(thief), 'Approve a transaction', 1],
] as const)('%s, on a node that simulates (T58)', async (_name, sent, title, times) => {
  const { to, value, data } = sent()
  const { request } = readRequest(
    'eth_sendTransaction',
    [{ to, value: toHex(value), data }],
    {
      host: 'https://shop.example',
      chainId: 'eip155:7123',
      account,
    },
    knownHere(),
  )
  let progress: ApprovalProgress = { at: 'asking', tokens: {}, known: [], sent: 0 }
  const store = {
    read: async () => undefined,
    write: async () => true,
    remove: async () => {},
    clear: async () => {},
  }
  await prepareApproval(
    { nodes: () => chain.rpc, store },
    request,
    change => {
      progress = { ...progress, ...change }
    },
    signal,
  )
  const shown = composeApproval(request, { ...progress, at: 'known' })
  expect(shown.title).toBe(title)
  expect(shown.asksTwice).toHaveLength(times)
})

test('without a claimed exchange, or without simulation, the outcome is unknown', async () => {
  const asked: string[] = []
  const nodes: typeof chain.rpc = async method => {
    asked.push(method)
    throw new Error('no')
  }
  expect(await ask([payTo(thief)], nodes)).toBeUndefined()
  expect(asked).toEqual([])
  expect(await ask([wrapAt(weth)], nodes)).toBeUndefined()
  expect(asked).toEqual(['eth_simulateV1'])
})

test('T58: a call that fails in the simulation has no outcome, though its balances could be read', async () => {
  const balance = { status: '0x1', returnData: `0x${'0'.repeat(64)}`, logs: [] }
  const outcomeOf = (status: string) =>
    simulateOutcomes(
      async () => [{ calls: [balance, { status, returnData: '0x', logs: [] }, balance] }],
      {
        account,
        calls: [{ from: account, to: weth, value: '0x0', data: '0x' }] as never,
        effects: [{ is: 'wrap', token: weth, amount: 1n }],
      },
      signal,
    )
  expect(await outcomeOf('0x1')).toEqual([[expect.objectContaining({ change: 0n })]])
  expect(await outcomeOf('0x0')).toEqual([undefined])
})

test('a failing call has no outcome, and invalid answers count as none', async () => {
  const [failed, works] = (await ask([wrapAt(chain.token), wrapAt(weth)])) ?? []
  expect(failed).toBeUndefined()
  expect(works).toContainEqual({ asset: { address: weth }, change: ether })
  for (const answer of [null, [], [{ calls: [] }], [{ calls: [{}, {}] }]])
    expect(await ask([wrapAt(weth)], async () => answer)).toBeUndefined()
  const odd = [{ status: '0x1' }, { status: '0x1', logs: [null, {}] }, { status: '0x1', returnData: '0x' }]
  expect(await ask([wrapAt(weth)], async () => [{ calls: odd }])).toEqual([
    [{ asset: { address: weth }, change: 0n }],
  ])
})
