import { expect, test } from 'vitest'
import { nextItem } from './nextItem.ts'

const names = ['Wallets', 'Settings', 'View on Etherscan', 'Disconnect']

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 3],
  ['ArrowUp', -1, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['d', 0, 3],
  ['S', 3, 1],
  // The one it is at comes last.
  ['w', 0, 0],
  ['x', 0, null],
  [' ', 0, null],
  ['Enter', 0, null],
  ['Tab', 0, null],
])('%s from %i leads to %s', (key, from, to) => {
  expect(nextItem(key, from, names)).toBe(to)
})

test('an empty menu leads nowhere', () => {
  expect(nextItem('ArrowDown', -1, [])).toBeNull()
})
