import { expect, test } from 'vitest'
import { nextRow } from './nextRow.ts'

// Rows 0 and 5 are headings.
const rows = { count: 10, page: 4, isStop: (index: number) => index !== 0 && index !== 5 }

test.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 4, 6],
  ['ArrowDown', 9, null],
  ['ArrowUp', 6, 4],
  ['ArrowUp', 1, null],
  ['PageDown', 2, 6],
  ['PageDown', 8, 9],
  ['PageDown', 9, null],
  ['PageUp', 8, 4],
  ['PageUp', 2, 1],
  ['Home', 9, 1],
  ['Home', 1, null],
  ['End', 1, 9],
  ['Enter', 1, null],
  ['constructor', 1, null],
])('%s from %d leads to %s', (key, from, to) => {
  expect(nextRow(key, from, rows)).toBe(to)
})

test('without stops leads nowhere', () => {
  expect(nextRow('End', 0, { count: 4, page: 2, isStop: () => false })).toBeNull()
  expect(nextRow('Home', -1, { count: 0, page: 0, isStop: () => true })).toBeNull()
})
