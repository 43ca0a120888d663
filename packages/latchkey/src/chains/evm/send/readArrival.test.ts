/** What a receiver gets of a transfer, against real tokens: one that keeps a part is found before it is paid with (T135). */
import { encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RpcRequest, Sending } from '../../../contract/adapter.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { SentAsset, Transfer } from '../../../contract/send.ts'
import { type SwapChain, startSwapChain } from '../../conformance/startSwapChain.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const merchant = '0x00000000000000000000000000000000000000AA'
const never = new AbortController().signal

let chain: SwapChain
let sending: Sending

beforeAll(async () => {
  chain = await startSwapChain({ chainId: 31_337 })
  const loaded = await createEvmAdapter().sending?.()
  if (!loaded) throw new Error('eip155 sends')
  sending = loaded
}, 60_000)
afterAll(() => chain?.node.stop())

function transfer(name: string, decimals: number, value: bigint, to: string = merchant): Transfer {
  const { network, account, at } = chain
  const asset: SentAsset = { address: at(name), symbol: name.toUpperCase(), decimals }
  const from = toCaipAddress(network.caipNetworkId, account.address)
  return { from, network, to, asset, amount: { value, decimals } }
}

const quote = (asked: Transfer, rpc: RpcRequest = chain.rpc) => sending.quote(rpc, asked, never)
const balance = (name: string) =>
  chain.client.readContract({
    ...{ address: chain.at(name), abi: erc20Abi, functionName: 'balanceOf', args: [merchant] },
  })

test('T135 one that keeps a part says what arrives, exact to the unit', async () => {
  const value = parseEther('10') + 99n
  const { costs, simulation } = await quote(transfer('tax', 18, value))
  const arrives = value - value / 100n
  expect(simulation.at).toBe('works')
  expect(costs).toEqual([
    {
      kind: 'transferFee',
      amount: { value: value / 100n, decimals: 18 },
      arrives: { value: arrives, decimals: 18 },
    },
  ])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [merchant, value] })
  await chain.send({ to: chain.at('tax'), data })
  expect(await balance('tax')).toBe(arrives)
})

test('a token that gives all of it costs nothing more', async () => {
  for (const [name, decimals] of [
    ['usdc', 6],
    ['dai', 18],
    ['tether', 6],
  ] as const)
    expect(await quote(transfer(name, decimals, 5n))).not.toHaveProperty('costs')
})

test('the same with a payment’s reference after the calldata', async () => {
  const asked = { ...transfer('tax', 18, 1_000n), reference: `0x${'5a'.repeat(32)}` }
  expect((await quote(asked)).costs).toMatchObject([{ arrives: { value: 990n } }])
})

test('what is sent to oneself, or the network’s own currency, has no such cost', async () => {
  const { asset: _, ...native } = transfer('usdc', 18, 5n)
  expect(await quote({ ...native, asset: { symbol: 'ETH', decimals: 18 } })).not.toHaveProperty('costs')
  expect(await quote(transfer('usdc', 6, 5n, chain.account.address))).not.toHaveProperty('costs')
})

const words = (...values: readonly bigint[]) =>
  `0x${values.map(value => value.toString(16).padStart(64, '0')).join('')}`

test.each<[string, () => Promise<unknown>]>([
  ['takes no code for a trial', () => Promise.reject(new Error('too many arguments'))],
  ['answers nothing', async () => '0x'],
  ['answers no text', async () => ({ result: words(0n, 5n, 1n) })],
  ['says that the token did not answer', async () => words(0n, 5n, 0n)],
  ['says that less was there afterwards', async () => words(9n, 1n, 1n)],
])('a node that %s: no cost is invented, and it is not said to work', async (_name, answer) => {
  const rpc: RpcRequest = (method, params, signal) =>
    method === 'eth_call' && (params as readonly unknown[]).length === 3
      ? answer()
      : chain.rpc(method, params, signal)
  const told = await quote(transfer('tax', 18, 5n), rpc)
  expect(told).toMatchObject({ simulation: { at: 'unknown' } })
  expect(told).not.toHaveProperty('costs')
})

test('what fails says so, and has no such cost', async () => {
  const told = await quote(transfer('tax', 18, 10n ** 40n))
  expect(told.simulation.at).toBe('fails')
  expect(told).not.toHaveProperty('costs')
})

test('a node without eth_simulateV1 finds it as well', async () => {
  const rpc: RpcRequest = (method, params, signal) =>
    method === 'eth_simulateV1' ? Promise.reject(new Error('no')) : chain.rpc(method, params, signal)
  expect((await quote(transfer('tax', 18, 1_000n), rpc)).costs).toMatchObject([{ arrives: { value: 990n } }])
})
