import { expect, it } from 'vitest'
import { extraCost } from './callCost.ts'

const statuses = (count: number, options?: unknown) => ({
  method: 'getSignatureStatuses',
  params: [Array(count).fill('1'), ...(options === undefined ? [] : [options])],
})

it.each([
  ['one that a node remembers', statuses(1), 1],
  ['all that fit, remembered', statuses(256), 16],
  ['one out of the history', statuses(1, { searchTransactionHistory: true }), 1],
  ['all that fit, out of the history', statuses(256, { searchTransactionHistory: true }), 256],
  ['no search of it', statuses(17, { searchTransactionHistory: false }), 2],
  ['no ids at all', { method: 'getSignatureStatuses', params: [] }, 1],
  ['a method that is not listed', { method: 'eth_chainId' }, 1],
  ['a method that is', { method: 'eth_getLogs', params: [] }, 10],
])('T101: %s', (_, call, cost) => {
  expect(1 + extraCost([call])).toBe(cost)
})
