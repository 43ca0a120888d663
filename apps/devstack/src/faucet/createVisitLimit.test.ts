import { expect, test } from 'vitest'
import { createVisitLimit, visitLimit, visitWindow } from './createVisitLimit.ts'

test('admits its number of visits in any window, for each key by itself', () => {
  const clock = { now: 0 }
  const admit = createVisitLimit(() => clock.now)
  for (let visit = 0; visit < visitLimit; visit++) {
    expect(admit('a')).toBe(0)
    clock.now += 1_000
  }
  expect(admit('a')).toBe(visitWindow - visitLimit * 1_000)
  expect(admit('b')).toBe(0)
  clock.now = visitWindow - 1
  expect(admit('a')).toBe(1)
  clock.now = visitWindow
  expect(admit('a')).toBe(0)
  expect(admit('a')).toBe(1_000)
})
