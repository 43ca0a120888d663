import { expect, test } from 'vitest'
import { percentile, summariseAccount } from './summariseAccount.ts'

const smooth = Array.from({ length: 100 }, () => 16.7)
const visit = (late: number, send = 50) => ({
  tokens: [...smooth.slice(late), ...Array.from({ length: late }, () => 50)],
  activity: smooth,
  send,
})
const budgets: Readonly<Record<string, number>> = {
  tokensFrameP95Ms: 20,
  tokensLatePercent: 5,
  activityFrameP95Ms: 20,
  activityLatePercent: 5,
  sendPaintMs: 100,
}
const budget = (name: string) => budgets[name] ?? Number.NaN

test('the median of the visits is held against the budgets', () => {
  const { rows, failed, text } = summariseAccount([visit(0), visit(2), visit(60)], budget, 4)
  expect(rows.map(({ value }) => Number(value.toFixed(1)))).toEqual([16.7, 2, 16.7, 0, 50])
  expect(failed).toBe(0)
  expect(text).toContain('5 passed, 0 failed')
})

test.each([
  [visit(6), 2],
  [visit(0, 110), 1],
  [{ tokens: [], activity: [], send: 0 }, 4],
])('what is over, or was not measured, fails', (given, failed) => {
  expect(summariseAccount([given], budget, 4).failed).toBe(failed)
})

test.each([
  [[3, 1, 2], 0.95, 3],
  [[1, 2, 3, 4], 0.5, 2],
  [[7], 0.01, 7],
])('of %j the %d is %d', (values, part, expected) => {
  expect(percentile(values, part)).toBe(expected)
})
