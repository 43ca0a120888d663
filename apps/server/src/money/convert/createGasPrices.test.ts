import { expect, it } from 'vitest'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { createGasPrices } from './createGasPrices.ts'

function open(answers: Readonly<Record<string, unknown>>) {
  const state = { now: 0, asked: 0 }
  const call: RpcProxy['call'] = async (_chain, calls) => {
    state.asked++
    return calls.map(({ method }) =>
      answers[method] === undefined
        ? { error: { code: -32_601, message: 'no such method' }, unanswered: false }
        : { result: answers[method] },
    ) as never
  }
  return { state, read: createGasPrices({ proxy: { call }, clock: () => state.now }) }
}
const chain = { id: 'eip155:1' } as const
const history = {
  baseFeePerGas: ['0x64', '0x64', '0x3e8'],
  reward: [
    ['0x1', '0x5', '0xa'],
    ['0x2', '0x6', '0x14'],
    ['0x3', '0x7', '0x1e'],
  ],
}

it('is the next block’s base fee with room, and the middle tip of each speed', async () => {
  const { read } = open({ eth_feeHistory: history, eth_gasPrice: '0x1' })
  expect(await read(chain)).toEqual({ standard: 1_002n, fast: 1_136n, instant: 1_290n })
})

it('has no tip below the one that the node suggests, as wallets pay it', async () => {
  const quiet = { ...history, reward: [['0x0', '0x0', '0x1e']] }
  const { read } = open({ eth_feeHistory: quiet, eth_gasPrice: '0x1', eth_maxPriorityFeePerGas: '0x9' })
  expect(await read(chain)).toEqual({ standard: 1_009n, fast: 1_139n, instant: 1_300n })
})

it('is never dearer for the slower', async () => {
  const reward = [['0xffff', '0x0', '0x0']]
  const { read } = open({ eth_feeHistory: { ...history, reward } })
  const { standard, fast, instant } = await read(chain)
  expect(standard <= fast && fast <= instant).toBe(true)
})

it.each([
  ['no fee history', undefined],
  ['a history of nothing', { baseFeePerGas: [], reward: [] }],
  ['a base fee of zero', { baseFeePerGas: ['0x0'], reward: [] }],
  ['words', { baseFeePerGas: ['many'], reward: 'few' }],
  ['null', null],
])('is the node’s gas price with %s', async (_, eth_feeHistory) => {
  const { read } = open({ eth_feeHistory, eth_gasPrice: '0x7' })
  expect(await read(chain)).toEqual({ standard: 7n, fast: 7n, instant: 7n })
})

it('F26: is an error where no node says anything, and is asked for anew', async () => {
  const { read, state } = open({})
  await expect(read(chain)).rejects.toThrow('no gas price')
  await expect(read(chain)).rejects.toThrow('no gas price')
  expect(state.asked).toBe(2)
})

it('asks once for what is wanted within seconds', async () => {
  const { read, state } = open({ eth_gasPrice: '0x7' })
  await Promise.all([read(chain), read(chain)])
  await read(chain)
  expect(state.asked).toBe(1)
  state.now = 3_001
  await read(chain)
  expect(state.asked).toBe(2)
})
