import { expect, it } from 'vitest'
import { decodeTraces } from './decodeTraces.ts'
import type { Hex } from './hexBytes.ts'
import type { NodeTrace } from './nodeShapes.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const step = (place: readonly number[], more: Partial<NodeTrace> = {}, value = 5n): NodeTrace => ({
  type: 'call',
  action: { callType: 'call', from: address('a'), to: address('b'), value },
  traceAddress: [...place],
  transactionPosition: 0,
  blockHash: `0x${'1'.repeat(64)}`,
  ...more,
})
const amounts = (...steps: NodeTrace[]) => decodeTraces(steps).map(({ amount }) => Number(amount))

it('leaves out the transaction itself, rewards, and calls that pay nothing', () => {
  expect(amounts(step([]), step([0]), step([1], {}, 0n))).toEqual([5])
  expect(amounts(step([0], { transactionPosition: null }))).toEqual([])
  expect(
    amounts(
      step([0], { action: { callType: 'delegatecall', from: address('a'), to: address('b'), value: 5n } }),
    ),
  ).toEqual([])
})

it('leaves out what failed and all that it caused, and nothing beside it', () => {
  const error = 'Reverted'
  expect(
    amounts(
      step([]),
      step([0], {}, 1n),
      step([0, 0], { error }, 2n),
      step([0, 0, 0], {}, 3n),
      step([0, 0, 0, 1], {}, 4n),
      step([0, 1], {}, 6n),
      step([1], {}, 7n),
      step([0, 0, 0], { transactionPosition: 1 }, 8n),
    ),
  ).toEqual([1, 6, 7, 8])
  expect(amounts(step([], { error }), step([0]), step([0, 3]))).toEqual([])
})

it('knows contracts that are made with ether and those that end', () => {
  const made = step([0], {
    type: 'create',
    action: { from: address('a'), value: 5n },
    result: { address: address('c') },
  })
  const ended = step([1], {
    type: 'suicide',
    action: { address: address('c'), refundAddress: address('d'), balance: 9n },
  })
  expect(decodeTraces([made, ended])).toMatchObject([
    { sender: address('a'), recipient: address('c'), amount: 5n, position: 0 },
    { sender: address('c'), recipient: address('d'), amount: 9n },
  ])
})
