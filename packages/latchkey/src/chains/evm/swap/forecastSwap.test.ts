/** What a forecast makes of a node's answers; what real chains answer is in `swapping.test.ts`. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RpcRequest } from '../../../contract/adapter.ts'
import { type Network, toNetwork } from '../../../contract/network.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { word } from '../codec/abi.ts'
import { checkToken } from './checkDecimals.ts'
import { encodeApproval } from './encodeApproval.ts'
import { forecastSwap } from './forecastSwap.ts'

const me = `0x${'a1'.repeat(20)}`
const router = `0x${'c3'.repeat(20)}`
const thief = `0x${'e1'.repeat(20)}`
const [usdc, dai, other] = ['1', '2', '3'].map(digit => `0x${digit.repeat(40)}`) as [string, string, string]
const network: Network = toNetwork({
  id: 1,
  name: 'Chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.test'] } },
})
const terms: SwapTerms = {
  from: `eip155:1:${me}`,
  network,
  sell: { address: usdc, symbol: 'USDC', decimals: 6 },
  buy: { address: dai, symbol: 'DAI', decimals: 18 },
  most: { value: 500n, decimals: 6 },
  least: { value: 490n, decimals: 18 },
}
const calls = [
  encodeApproval({ token: usdc, spender: router, amount: 500n }),
  { to: router, data: '0x38ed1739' },
]
const never = new AbortController().signal

const word32 = (value: string | bigint) => `0x${word(BigInt(value))}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const log = (kind: string, address: string, one: string, two: string, amount: bigint) => ({
  address,
  topics: [kind, word32(one), word32(two)],
  data: word32(amount),
})
const moves = (address: string, from: string, to: string, amount: bigint) =>
  log(transfer, address, from, to, amount)
const answer = (value: bigint) => ({ status: '0x1', returnData: word32(value), logs: [], gasUsed: '0x0' })

interface Chain {
  /** Balances and allowance before the calls and after: native, sell, buy, allowance. */
  readonly before?: readonly bigint[]
  readonly after?: readonly bigint[]
  readonly approve?: object
  readonly swap?: object
  /** What each token says of its decimals; the others do not say. */
  readonly decimals?: Readonly<Record<string, bigint>>
}

/** A node that answers its results to the questions, the two calls and the questions again. */
function nodeThat({
  before = [9n, 1_000n, 0n, 0n],
  after = [9n, 500n, 495n, 0n],
  approve = {},
  swap = {},
  decimals = {},
}: Chain): RpcRequest {
  const worked = { status: '0x1', returnData: '0x', gasUsed: '0x186a0' }
  const granted = log(approval, usdc, me, router, 500n)
  const logs = [moves(usdc, me, router, 500n), moves(dai, router, me, 495n)]
  return async (method, params) => {
    if (method === 'eth_call') {
      const told = decimals[(params as readonly [{ readonly to: string }])[0].to]
      if (told === undefined) throw new Error('execution reverted')
      return word32(told)
    }
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_feeHistory') return { baseFeePerGas: ['0xa', '0xa'] }
    if (method === 'eth_maxPriorityFeePerGas') return '0x1'
    if (method !== 'eth_simulateV1') throw new Error('the method does not exist')
    const results = [
      ...before.map(answer),
      { ...worked, returnData: word32(1n), logs: [granted], ...approve },
      { ...worked, logs, ...swap },
      ...after.map(answer),
    ]
    return [{ calls: results }]
  }
}

const forecast = (chain: Chain, more: Partial<SwapTerms> = {}) =>
  forecastSwap(nodeThat(chain), { calls, terms: { ...terms, ...more }, spender: router }, never)

test('the fee is that of all calls, with half of the gas to spare', async () => {
  const { fee, simulation } = await forecast({})
  expect(simulation).toEqual({
    at: 'works',
    changes: [
      { asset: terms.sell, change: -500n },
      { asset: terms.buy, change: 495n },
    ],
  })
  // 200,000 of gas; at most 2 × 10 + 1, likely 10 + 1.
  expect(fee).toMatchObject({ most: { value: 300_000n * 21n }, likely: { value: 200_000n * 11n } })
})

test.each<[string, NonNullable<Chain['decimals']>]>([
  // 490 of its smallest units are shown as a million times more than they are.
  ['what is bought', { [usdc]: 6n, [dai]: 24n }],
  ['what is bought, with fewer', { [dai]: 17n }],
  ['what is sold', { [usdc]: 18n }],
  ['both', { [usdc]: 18n, [dai]: 6n }],
])('T74, T122 is refused where the decimals of %s are others on the chain', async (_name, decimals) => {
  await expect(forecast({ decimals })).rejects.toMatchObject({
    code: 'SWAP_UNSAFE',
    context: { reason: 'decimals' },
  })
})

test('T74, T122: the network’s own currency has the decimals that the host says', async () => {
  const buy = { symbol: 'ETH', decimals: 6 }
  await expect(forecast({}, { buy })).rejects.toMatchObject({ context: { reason: 'decimals' } })
})

test('T74, T122: tokens that say what the list says are swapped, also on nodes that try nothing', async () => {
  const decimals = { [usdc]: 6n, [dai]: 18n }
  expect((await forecast({ decimals })).simulation.at).toBe('works')
  const plain: RpcRequest = async (method, params, signal) => {
    if (method === 'eth_simulateV1') throw new Error('the method does not exist')
    return nodeThat({ decimals: { ...decimals, [dai]: 36n } })(method, params, signal)
  }
  await expect(forecastSwap(plain, { calls, terms, spender: router }, never)).rejects.toMatchObject({
    context: { reason: 'decimals' },
  })
})

test.each([
  [6n, 'fulfilled'],
  [18n, 'rejected'],
  [undefined, 'fulfilled'],
])('T74: a token of another network that says %s decimals there is %s', async (told, status) => {
  const asset = { address: usdc, symbol: 'USDC', decimals: 6 }
  const node = nodeThat({ decimals: told === undefined ? {} : { [usdc]: told } })
  const [asked] = await Promise.allSettled([checkToken(node, { network: terms.network, asset }, never)])
  expect(asked.status).toBe(status)
})

test('a token of another network is asked of nothing here', async () => {
  const here = { before: [9n, 1_000n, 0n], after: [9n, 500n, 0n], decimals: { [dai]: 6n } }
  const { simulation } = await forecast(here, { toNetworkId: 'eip155:10' })
  expect(simulation.at).toBe('works')
})

test.each<[string, Chain, string]>([
  ['less than the least arrives', { after: [9n, 500n, 489n, 0n] }, 'gain'],
  ['nothing arrives', { after: [9n, 500n, 0n, 0n] }, 'gain'],
  ['more than the most leaves', { after: [9n, 499n, 495n, 0n] }, 'loss'],
  ['the network’s own currency leaves', { after: [8n, 500n, 495n, 0n] }, 'loss'],
  ['the allowance stays larger than was agreed', { after: [9n, 500n, 495n, 501n] }, 'allowance'],
  ['another token leaves', { swap: { logs: [moves(other, me, thief, 1n)] } }, 'other-asset'],
  [
    'another token leaves with the approval',
    { approve: { logs: [moves(other, me, thief, 1n)] } },
    'other-asset',
  ],
  [
    'more of another token leaves than comes',
    { swap: { logs: [moves(other, thief, me, 1n), moves(other, me, thief, 2n)] } },
    'other-asset',
  ],
  [
    'a collectible leaves',
    {
      swap: {
        logs: [{ address: other, topics: [transfer, word32(me), word32(thief), word32(7n)], data: '0x' }],
      },
    },
    'other-asset',
  ],
  [
    'logs are too many to be read',
    { swap: { logs: Array(201).fill(moves(other, thief, router, 1n)) } },
    'other-asset',
  ],
  ['another spender is allowed', { swap: { logs: [log(approval, usdc, me, thief, 1n)] } }, 'allowance'],
  ['another token is allowed', { swap: { logs: [log(approval, dai, me, router, 1n)] } }, 'allowance'],
  ['more is allowed', { approve: { logs: [log(approval, usdc, me, router, 501n)] } }, 'allowance'],
])('T70 is refused where %s', async (_name, chain, reason) => {
  await expect(forecast(chain)).rejects.toMatchObject({ code: 'SWAP_UNSAFE', context: { reason } })
})

test.each<[string, Chain]>([
  ['another token comes', { swap: { logs: [moves(other, thief, me, 1n)] } }],
  [
    'another token comes and goes',
    { swap: { logs: [moves(other, thief, me, 2n), moves(other, me, thief, 2n)] } },
  ],
  [
    'others move and allow what is theirs',
    { swap: { logs: [moves(other, thief, router, 1n), log(approval, usdc, thief, router, 9n)] } },
  ],
  [
    'an allowance that was there before is used up in part',
    {
      before: [9n, 1_000n, 0n, 900n],
      after: [9n, 500n, 495n, 400n],
      swap: { logs: [log(approval, usdc, me, router, 400n)] },
    },
  ],
  ['something else is revoked', { swap: { logs: [log(approval, dai, me, thief, 0n)] } }],
  ['less leaves', { after: [9n, 600n, 490n, 0n] }],
])('is fine where %s', async (_name, chain) => {
  expect((await forecast(chain)).simulation.at).toBe('works')
})

test.each<[string, Chain]>([
  ['a balance before', { before: [9n, 1_000n] }],
  ['the logs', { swap: { logs: undefined } }],
  ['whether it worked', { swap: { status: undefined } }],
  ['a balance after', { after: [9n, 500n, 495n, -1n] }],
])('is unknown where a node does not say %s', async (_name, chain) => {
  const { simulation } = await forecast(chain)
  expect(simulation).toEqual({ at: 'unknown' })
})

test('an approval that the token answers with false fails', async () => {
  const told = await forecast({ approve: { returnData: word32(0n), logs: [] } })
  expect(told).toEqual({ fee: undefined, simulation: { at: 'fails' }, failure: 'approval' })
})

// What arrives on another network is not this node's to say.
test.each<[string, Partial<SwapTerms>]>([
  ['another receiver', { recipient: thief }],
  ['another network', { toNetworkId: 'eip155:10' }],
])('T70 what %s gets is no reason for the account to lose of the same token', async (_name, more) => {
  const isHere = more.toNetworkId === undefined
  const logs = [moves(usdc, me, router, 500n), moves(dai, me, thief, 495n)]
  const chain = {
    before: isHere ? [9n, 1_000n, 0n, 0n] : [9n, 1_000n, 0n],
    after: isHere ? [9n, 500n, 495n, 0n] : [9n, 500n, 0n],
    swap: { logs },
  }
  await expect(forecast(chain, more)).rejects.toMatchObject({ context: { reason: 'other-asset' } })
  const paid = { ...chain, swap: { logs: logs.slice(0, 1) } }
  expect((await forecast(paid, more)).simulation).toEqual({
    at: 'works',
    changes: [{ asset: terms.sell, change: -500n }],
  })
})

test('F16 nodes of another chain foresee nothing', async () => {
  const rpc: RpcRequest = async (method, params) =>
    method === 'eth_chainId' ? '0x2' : nodeThat({})(method, params)
  await expect(forecastSwap(rpc, { calls, terms, spender: router }, never)).rejects.toMatchObject({
    code: 'SEND_FAILED',
    context: { reason: 'wrong-chain-node' },
  })
})

test('no answer of a node is taken for a swap that works', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.array(fc.anything()), async (whole, results) => {
      for (const each of [whole, [{ calls: results }], [{ calls: [...Array(10)].map(() => whole) }]]) {
        const rpc: RpcRequest = async method => (method === 'eth_chainId' ? '0x1' : each)
        const { simulation } = await forecastSwap(rpc, { calls, terms, spender: router }, never)
        expect(simulation.at).not.toBe('works')
      }
    }),
  )
})
