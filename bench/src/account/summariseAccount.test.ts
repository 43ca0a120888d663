import { expect, test } from 'vitest'
import { percentile, summariseAccount } from './summariseAccount.ts'

const smooth = Array.from({ length: 100 }, () => 16.7)
const visit = (late: number, send = 50, empty = 0, swap = 60) => ({
  tokens: { times: [...smooth.slice(late), ...Array.from({ length: late }, () => 50)], empty: 0 },
  activity: { times: smooth, empty },
  send,
  swap,
})
const budgets: Readonly<Record<string, number>> = {
  tokensLatePercent: 5,
  tokensEmptyFrames: 0,
  activityLatePercent: 5,
  activityEmptyFrames: 0,
  sendPaintRatio: 6,
  swapPaintRatio: 6,
}
const budget = (name: string) => budgets[name] ?? Number.NaN
const byHand = [20, 20, 21]

test('the median of the visits is judged: late frames by their share, Send and Swap by the page by hand', () => {
  const { rows, failed } = summariseAccount([visit(0), visit(2), visit(60)], byHand, budget, 4)
  expect(rows.map(({ value }) => value)).toEqual([2, 0, 0, 0, 2.5, 3])
  expect(failed).toBe(0)
})

test.each([
  [visit(6), 1],
  [visit(0, 121), 1],
  [visit(0, 50, 1), 1],
  [visit(0, 50, 0, 121), 1],
  [
    {
      tokens: { times: [], empty: 0 },
      activity: { times: [], empty: 0 },
      send: Number.NaN,
      swap: Number.NaN,
    },
    4,
  ],
])('a missed budget, or a missing measurement, fails', (given, failed) => {
  expect(summariseAccount([given], byHand, budget, 4).failed).toBe(failed)
})

test('where the page by hand varies, times say nothing, and an empty frame still fails', () => {
  const { rows } = summariseAccount([visit(60, 500, 1)], [20, 31], budget, 4)
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    'too noisy to say',
    'ok',
    'too noisy to say',
    'OVER',
    'too noisy to say',
    'too noisy to say',
  ])
})

test.each([
  [[3, 1, 2], 0.95, 3],
  [[1, 2, 3, 4], 0.5, 2],
  [[7], 0.01, 7],
])('of %j the %d is %d', (values, part, expected) => {
  expect(percentile(values, part)).toBe(expected)
})
