import { toHex } from 'viem'
import { expect, test } from 'vitest'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { type Hex, word } from '../codec/abi.ts'
import { simulateCall } from './simulateCall.ts'
import { simulateCalls } from './simulateCalls.ts'

const account = `0x${'a1'.repeat(20)}`
const thief = `0x${'e1'.repeat(20)}`
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const collection = `0x${'b7'.repeat(20)}`
const network = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const call = { from: account as Hex, to: thief as Hex, value: '0x0', data: '0xdeadbeef' } as const
const { signal } = new AbortController()

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const word32 = (value: string | bigint) => `0x${word(BigInt(value))}`
const log = (address: string, topics: readonly string[], data: readonly (string | bigint)[]) => ({
  address,
  topics,
  data: `0x${data.map(each => word(BigInt(each))).join('')}`,
})
const moves = (address: string, from: string, to: string, amount: bigint) =>
  log(address, [transfer, word32(from), word32(to)], [amount])
const junk = (at: number): Hex => toHex(0xbad000 + at, { size: 20 })

const drain = moves(usdc, account, thief, 5_000_000_000n)
const gifts = (count: number) =>
  Array.from({ length: count }, (_, at) => moves(junk(at), thief, account, BigInt(at + 1)))

/** A node on which each call succeeds with these logs. */
const nodeThat =
  (...logs: readonly unknown[][]): RpcRequest =>
  async method =>
    method === 'eth_simulateV1'
      ? [{ calls: logs.map(each => ({ status: '0x1', returnData: '0x', logs: each })) }]
      : '0x'
const simulate = (logs: unknown[]) => simulateCall(nodeThat(logs), { call, network }, signal)
const lost = { asset: { address: usdc }, change: -5_000_000_000n }

test('losses come before gains, however many gains there are', async () => {
  const one = await simulate([...gifts(199), drain])
  expect(one.at === 'works' && one.changes?.[0]).toEqual(lost)
  expect(one.at === 'works' && one.changes).toHaveLength(200)
  const all = await simulateCalls(nodeThat(gifts(3), [drain]), { calls: [call, call], network }, signal)
  expect(all.at === 'works' && all.changes?.[0]).toEqual(lost)
})

const nobody = word32(0n)
test.each<readonly [string, readonly unknown[]]>([
  ['more logs than are read', [...Array(200).fill(moves(junk(0), thief, thief, 1n)), drain]],
  [
    'a collectible that leaves',
    [log(collection, [transfer, word32(account), word32(thief), word32(7n)], [])],
  ],
  ['one that comes in', [log(collection, [transfer, nobody, word32(account), word32(7n)], [])]],
  ['one of a contract that puts nothing into topics', [log(collection, [transfer], [account, thief, 7n])]],
  [
    'some of ERC-1155',
    [log(collection, [transferSingle, word32(thief), word32(account), word32(thief)], [7n, 1n])],
  ],
  [
    'several of ERC-1155',
    [
      log(
        collection,
        [transferBatch, word32(thief), word32(account), word32(thief)],
        [64n, 128n, 1n, 7n, 1n, 1n],
      ),
    ],
  ],
  ['a transfer without an amount', [log(usdc, [transfer, word32(account), word32(thief)], [])]],
])('%s: no changes are listed, instead of an incomplete list', async (_name, logs) => {
  expect(await simulate([...logs])).toEqual({ at: 'works' })
})

test('collectibles of others, and logs of other things, change nothing', async () => {
  const others = [
    log(collection, [transfer, word32(thief), word32(thief), word32(7n)], []),
    log(collection, [transferSingle, word32(thief), word32(thief), word32(thief)], [7n, 1n]),
    log(usdc, [word32(1n), word32(account), word32(thief)], [5n]),
    {},
    null,
  ]
  expect(await simulate([...others, drain])).toEqual({ at: 'works', changes: [lost] })
})

test('reports a failing call of several, even behind one of unknown effect', async () => {
  const nft = log(collection, [transfer, word32(account), word32(thief), word32(7n)], [])
  const calls = [call, call]
  const node: RpcRequest = async () => [
    {
      calls: [
        { status: '0x1', returnData: '0x', logs: [nft] },
        { status: '0x0', returnData: '0x' },
      ],
    },
  ]
  expect(await simulateCalls(node, { calls, network }, signal)).toEqual({ at: 'fails' })
  const works = nodeThat([nft], [drain])
  expect(await simulateCalls(works, { calls, network }, signal)).toEqual({ at: 'unknown' })
})
