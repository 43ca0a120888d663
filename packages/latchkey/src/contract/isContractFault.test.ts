import { expect, test } from 'vitest'
import { isContractFault } from './isContractFault.ts'

test.each([
  [3, 'execution reverted'],
  [3, ''],
  [-32_000, 'execution reverted: ERC20: no'],
  [-32_000, 'out of gas'],
  [-32_000, 'invalid opcode: opcode 0xfe not defined'],
  [-32_000, 'invalid jump destination'],
  [-32_000, 'stack underflow (0 <=> 1)'],
  [-32_000, 'gas uint64 overflow'],
  [-32_000, 'return data out of bounds'],
  [-32_003, 'out of gas: gas required exceeds: 200000'],
  [-32_003, 'EVM error: StackUnderflow'],
  [-32_015, 'VM execution error.'],
  [-32_603, 'VM Exception while processing transaction: revert'],
])('a contract answered: %i %s', (code, message) => {
  expect(isContractFault({ code, message })).toBe(true)
})

test('bytes are what a contract reverted with', () => {
  expect(isContractFault({ code: -32_000, message: 'failed', data: '0x08c379a0' })).toBe(true)
})

test.each(['{"toString":1,"valueOf":1}', `${'['.repeat(50_000)}${']'.repeat(50_000)}`])(
  'whatever else a node sends along is none, and breaks nothing',
  data => {
    expect(isContractFault({ code: -32_000, message: 'failed', data: JSON.parse(data) })).toBe(false)
  },
)

test.each([
  [-32_000, 'header not found'],
  [-32_000, 'missing trie node 5b7f (path ) <nil>'],
  [-32_000, 'required historical state is not available'],
  [-32_000, 'execution aborted (timeout = 5s)'],
  [-32_001, 'resource not found'],
  [-32_005, 'limit exceeded'],
  [-32_016, 'over rate limit'],
  [-32_603, 'internal error'],
  [429, 'Your app has exceeded its compute units per second capacity'],
])('a node is in trouble: %i %s', (code, message) => {
  expect(isContractFault({ code, message, data: { see: 'https://node.example/limits' } })).toBe(false)
})
