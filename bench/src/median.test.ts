import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  [[], undefined],
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2],
])('the median of %j is %s', (values, expected) => {
  expect(median(values)).toBe(expected)
})
