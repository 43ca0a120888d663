import { expect, test } from 'vitest'
import { nextTab } from './nextTab.ts'

test.each([
  ['ArrowRight', 0, 3, false, 1],
  ['ArrowRight', 2, 3, false, 0],
  ['ArrowLeft', 0, 3, false, 2],
  ['ArrowRight', 0, 3, true, 2],
  ['ArrowLeft', 0, 3, true, 1],
  ['Home', 2, 3, true, 0],
  ['End', 0, 3, false, 2],
  ['Tab', 0, 3, false, null],
  ['a', 0, 3, false, null],
  ['ArrowRight', 0, 1, false, 0],
  ['End', -1, 0, false, null],
])('%s at %d of %d (rtl %s) leads to %s', (key, index, count, rtl, next) => {
  expect(nextTab(key, index, count, rtl)).toBe(next)
})
