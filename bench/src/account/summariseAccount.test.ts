import { expect, test } from 'vitest'
import { percentile, summariseAccount } from './summariseAccount.ts'

const smooth = Array.from({ length: 100 }, () => 16.7)
const visit = (late: number, send = 50, empty = 0) => ({
  tokens: { times: [...smooth.slice(late), ...Array.from({ length: late }, () => 50)], empty: 0 },
  activity: { times: smooth, empty },
  send,
})
const budgets: Readonly<Record<string, number>> = {
  tokensFrameP95Ms: 20,
  tokensLatePercent: 5,
  tokensEmptyFrames: 0,
  activityFrameP95Ms: 20,
  activityLatePercent: 5,
  activityEmptyFrames: 0,
  sendPaintMs: 100,
}
const budget = (name: string) => budgets[name] ?? Number.NaN

test('the median of the visits is held against the budgets', () => {
  const { rows, failed, text } = summariseAccount([visit(0), visit(2), visit(60)], budget, 4)
  expect(rows.map(({ value }) => Number(value.toFixed(1)))).toEqual([16.7, 2, 0, 16.7, 0, 0, 50])
  expect(failed).toBe(0)
  expect(text).toContain('7 passed, 0 failed')
})

test.each([
  [visit(6), 2],
  [visit(0, 110), 1],
  [visit(0, 50, 1), 1],
  [{ tokens: { times: [], empty: 0 }, activity: { times: [], empty: 0 }, send: 0 }, 4],
])('what is over, or was not measured, fails', (given, failed) => {
  expect(summariseAccount([given], budget, 4).failed).toBe(failed)
})

test('a slower machine is given as much more time for what a visitor waits for, and no slower frames', () => {
  expect(summariseAccount([visit(0, 150)], budget, 4, 1.5).failed).toBe(0)
  expect(summariseAccount([visit(0, 151)], budget, 4, 1.5).failed).toBe(1)
  expect(summariseAccount([visit(6)], budget, 4, 1.5).failed).toBe(2)
})

test.each([
  [[3, 1, 2], 0.95, 3],
  [[1, 2, 3, 4], 0.5, 2],
  [[7], 0.01, 7],
])('of %j the %d is %d', (values, part, expected) => {
  expect(percentile(values, part)).toBe(expected)
})
