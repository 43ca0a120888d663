import fc from 'fast-check'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { type Network, toNetwork } from '../../../contract/network.ts'
import { word } from '../codec/abi.ts'
import { readLegs } from './readLegs.ts'

const me = `0x${'a1'.repeat(20)}`
const pool = `0x${'c3'.repeat(20)}`
const [usdc, dai, weth, forged] = ['1', '2', '3', '4'].map(digit => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const hash = `0x${'ab'.repeat(32)}`
const network: Network = toNetwork({
  id: 1,
  name: 'Chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.test'] } },
})
const token = (address: string) => ({ address, symbol: 'X', decimals: 6 })
const ether = { symbol: 'ETH', decimals: 18 }
const terms = { from: `eip155:1:${me}` as const, network, sell: token(usdc), buy: token(dai) }

const word32 = (value: string | bigint) => `0x${word(BigInt(value))}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const moves = (address: string, from: string, to: string, amount: bigint) => ({
  address,
  topics: [transfer, word32(from), word32(to)],
  data: word32(amount),
})
const wraps = (kind: string, amount: bigint, owner = me) => ({
  address: weth,
  topics: [kind, word32(owner)],
  data: word32(amount),
})
const honest = [moves(usdc, me, pool, 500n), moves(dai, pool, me, 490n)]

/** A node with one receipt, and what else it answers. */
const nodeWith =
  (logs: unknown, more: Readonly<Record<string, unknown>> = {}, receipt: object = {}): RpcRequest =>
  async (method, params) => {
    if (method === 'eth_getTransactionReceipt')
      return {
        transactionHash: hash,
        blockHash: hash,
        blockNumber: '0x10',
        from: me,
        gasUsed: '0x64',
        effectiveGasPrice: '0x2',
        logs,
        ...receipt,
      }
    const answer = more[method]
    if (answer === undefined) throw new Error('the method does not exist')
    return typeof answer === 'function' ? answer(params) : answer
  }
const legs = (rpc: RpcRequest, more: object = {}) => readLegs(rpc, { hash, terms: { ...terms, ...more } })
const both = { out: { value: 500n, decimals: 6 }, in: { value: 490n, decimals: 6 } }

test.each<[string, unknown[]]>([
  ['nothing else', []],
  ['a forged token', [moves(forged, pool, me, 10n ** 30n)]],
  [
    'a collectible of another contract',
    [{ address: forged, topics: [transfer, word32(pool), word32(me), word32(1n)], data: '0x' }],
  ],
  [
    'wrong topics',
    [
      { address: forged, topics: 'abc', data: 7 },
      { address: forged, topics: [transfer] },
    ],
  ],
  ['no log', [null, 7, 'x', [], {}]],
  [
    'huge data',
    [{ address: forged, topics: [transfer, word32(pool), word32(me)], data: `0x${'f'.repeat(1_000_000)}` }],
  ],
  [
    'hundreds of others',
    Array.from({ length: 1_000 }, (_, at) => moves(toHex(0xbad000 + at, { size: 20 }), pool, me, 1n)),
  ],
  ['the same token between others', [moves(dai, pool, usdc, 77n)]],
  ['another event of the token', [{ address: dai, topics: [word32(1n), word32(me)], data: word32(9n) }]],
])('both legs are those of the two contracts, beside %s', async (_name, more) => {
  expect(await legs(nodeWith([...honest, ...more]))).toEqual(both)
  expect(await legs(nodeWith([...more, ...honest]))).toEqual(both)
})

test('what comes back of a token, and what it withholds, counts', async () => {
  const logs = [...honest, moves(usdc, pool, me, 20n), moves(dai, me, forged, 4n)]
  expect(await legs(nodeWith(logs))).toEqual({
    out: { value: 480n, decimals: 6 },
    in: { value: 486n, decimals: 6 },
  })
})

test.each<[string, RpcRequest]>([
  ['another transaction', nodeWith(honest, {}, { transactionHash: `0x${'cd'.repeat(32)}` })],
  ['no block', nodeWith(honest, {}, { blockHash: null })],
  ['no receipt', async () => null],
  ['logs that are no list', nodeWith('many')],
  ['too many logs', nodeWith(Array(5_001).fill(honest[0]))],
  ['none of the two tokens', nodeWith([moves(forged, pool, me, 1n)])],
  [
    'a token that moves collectibles',
    nodeWith([{ ...honest[0], topics: [transfer, word32(me), word32(pool), word32(1n)] }]),
  ],
])('%s tells no leg, and none is guessed', async (_name, rpc) => {
  expect(await legs(rpc)).toEqual({})
})

test('a batch adds up, and one receipt of it that is missing leaves nothing known', async () => {
  const other = `0x${'cd'.repeat(32)}`
  const rpc: RpcRequest = async (_, [asked]) => ({
    transactionHash: asked,
    blockHash: hash,
    logs: asked === hash ? [honest[0]] : [honest[1]],
  })
  expect(await readLegs(rpc, { hash: [hash, other], terms })).toEqual(both)
  expect(await readLegs(rpc, { hash: [hash, hash], terms })).toEqual({ out: both.out })
  const short: RpcRequest = async (method, params) => (params[0] === hash ? rpc(method, params) : null)
  expect(await readLegs(short, { hash: [hash, other], terms })).toEqual({})
  expect(await readLegs(rpc, { hash: ['0x12', hash], terms })).toEqual({})
})

test('what arrives elsewhere is unknown on this chain', async () => {
  expect(await legs(nodeWith(honest), { toNetworkId: 'eip155:10' })).toEqual({ out: both.out })
  expect(await legs(nodeWith([honest[0], moves(dai, pool, forged, 490n)]), { recipient: forged })).toEqual(
    both,
  )
  expect(await legs(nodeWith(honest), { buy: ether, recipient: forged })).toEqual({ out: both.out })
})

test('wrapping counts by its own events, once', async () => {
  const wrap = { sell: ether, buy: { ...token(weth), decimals: 18 } }
  const trace = { debug_traceTransaction: { type: 'CALL', from: me, to: weth, value: '0x1f4' } }
  const told = { out: { value: 500n, decimals: 18 }, in: { value: 500n, decimals: 18 } }
  expect(await legs(nodeWith([wraps(deposit, 500n)], trace), wrap)).toEqual(told)
  const zero = `0x${'0'.repeat(40)}`
  expect(await legs(nodeWith([wraps(deposit, 500n), moves(weth, zero, me, 500n)], trace), wrap)).toEqual(told)
  expect(await legs(nodeWith([wraps(deposit, 500n, pool)], trace), wrap)).toEqual({ out: told.out })
  const back = { sell: wrap.buy, buy: ether }
  const paid = {
    debug_traceTransaction: {
      type: 'CALL',
      from: me,
      to: weth,
      value: '0x0',
      calls: [{ type: 'CALL', from: weth, to: me, value: '0x1f4' }],
    },
  }
  expect(await legs(nodeWith([wraps(withdrawal, 500n)], paid), back)).toEqual(told)
})

const got = { buy: ether }
const call = (from: string, to: string, value: string, more: object = {}) => ({
  type: 'CALL',
  from,
  to,
  value,
  ...more,
})
const top = (...calls: unknown[]) => call(me, pool, '0x0', { calls })

test.each<[string, unknown, bigint | undefined]>([
  ['a payment', top(call(pool, me, '0x7')), 7n],
  ['a payment deep inside', top(call(pool, dai, '0x9', { calls: [call(dai, me, '0x7')] })), 7n],
  [
    'what was reverted',
    top(call(pool, me, '0x7', { error: 'execution reverted' }), call(pool, me, '0x1')),
    1n,
  ],
  [
    'what is inside of what was reverted',
    top(call(pool, dai, '0x0', { error: 'x', calls: [call(dai, me, '0x7')] })),
    undefined,
  ],
  [
    'a delegate call, which repeats a value',
    top({ ...call(pool, me, '0x7'), type: 'DELEGATECALL' }),
    undefined,
  ],
  ['a contract that ends', top({ ...call(pool, me, '0x7'), type: 'SELFDESTRUCT' }), 7n],
  ['more than was paid back', top(call(me, pool, '0x9'), call(pool, me, '0x7')), undefined],
  ['no number', top(call(pool, me, 'many')), undefined],
  ['no list', call(me, pool, '0x0', { calls: 'none' }), undefined],
  ['no trace', {}, undefined],
  ['a list', [], undefined],
  ['too much', top(...Array(10_001).fill(call(pool, me, '0x1'))), undefined],
])('the native currency by a trace of %s', async (_name, trace, value) => {
  const told = await legs(nodeWith(honest, { debug_traceTransaction: trace }), got)
  expect(told).toEqual({ out: both.out, ...(value !== undefined && { in: { value, decimals: 18 } }) })
})

const balances =
  (before: string, after: string) =>
  ([, block]: readonly unknown[]) =>
    block === '0xf' ? before : after
test.each<[string, readonly [string, string], readonly [string, string], object, bigint | undefined]>([
  ['with its fee', ['0x3e8', '0x400'], ['0x5', '0x6'], {}, 24n + 200n],
  ['with a rollup’s fee for data', ['0x3e8', '0x400'], ['0x5', '0x6'], { l1Fee: '0x10' }, 240n],
  [
    'with a fee that is unknown in part',
    ['0x3e8', '0x400'],
    ['0x5', '0x6'],
    { operatorFeeConstant: '0x1' },
    undefined,
  ],
  ['beside another transaction', ['0x3e8', '0x400'], ['0x5', '0x7'], {}, undefined],
  ['of another account’s transaction', ['0x3e8', '0x400'], ['0x5', '0x6'], { from: pool }, undefined],
  ['without a price', ['0x3e8', '0x400'], ['0x5', '0x6'], { effectiveGasPrice: undefined }, undefined],
  ['without a block', ['0x3e8', '0x400'], ['0x5', '0x6'], { blockNumber: null }, undefined],
  ['that make no sense', ['0x3e8', 'many'], ['0x5', '0x6'], {}, undefined],
])('the native currency by balances %s', async (_name, held, sent, receipt, value) => {
  const rpc = nodeWith(
    honest,
    { eth_getBalance: balances(...held), eth_getTransactionCount: balances(...sent) },
    receipt,
  )
  expect(await legs(rpc, got)).toEqual({
    out: both.out,
    ...(value !== undefined && { in: { value, decimals: 18 } }),
  })
})

test('no answer of a node makes it throw, or invents an amount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.anything(), async (logs, trace) => {
      const rpc = nodeWith(logs, { debug_traceTransaction: trace ?? {} })
      const told = await legs(rpc, got)
      for (const leg of Object.values(told)) expect(leg.value).toBeGreaterThan(0n)
    }),
  )
})
