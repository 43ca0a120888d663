import { expect, test } from 'vitest'
import { judge, report, spreadOf } from './judge.ts'

const steady = [10, 11, 10]

test.each([
  ['at most', { value: 1.3, budget: 1.3 }, 'ok'],
  ['above', { value: 1.31, budget: 1.3 }, 'OVER'],
  ['at least', { value: 20, budget: 20, kind: 'least' }, 'ok'],
  ['below', { value: 19, budget: 20, kind: 'least' }, 'UNDER'],
  ['not measured', { value: undefined, budget: 20 }, 'OVER'],
  ['not a number', { value: Number.NaN, budget: 20, kind: 'least' }, 'UNDER'],
  ['not measured in a noisy run', { value: undefined, budget: 20, yardstick: [1, 9] }, 'OVER'],
  ['without a budget', { value: 1e9 }, 'reported'],
  ['a steady yardstick', { value: 2, budget: 1, yardstick: steady }, 'OVER'],
  ['a yardstick at the edge', { value: 2, budget: 1, yardstick: [10, 15] }, 'OVER'],
  ['a noisy yardstick, a value above', { value: 2, budget: 1, yardstick: [10, 15.1] }, 'too noisy to say'],
  ['a noisy yardstick, a value below', { value: 1, budget: 1, yardstick: [10, 15.1] }, 'too noisy to say'],
] as const)('%s: the verdict is right', (_, measured, verdict) => {
  expect(judge({ name: 'row', unit: '×', ...measured }).verdict).toBe(verdict)
})

test.each([
  [[10, 20], 2],
  [[20, 10, 15, 16], 2],
  [[10, 11, 12, 11, 90], 12 / 11],
  [[10, 20, 10, 20, 15], 2],
  [[], Number.NaN],
])('the spread of %j is %d', (values, spread) => expect(spreadOf(values)).toBe(spread))

test('a report counts noisy and reported-only values apart, and neither fails', () => {
  const { failed, text } = report('Head', [
    { name: 'good', unit: '×', value: 1, budget: 2 },
    { name: 'bad', unit: '%', value: 12, budget: 20, kind: 'least' },
    { name: 'noisy', unit: '×', value: 3, budget: 2, yardstick: [1, 2] },
    { name: 'seen', unit: 'ms', value: 123.4, note: 'no counterpart' },
  ])
  expect(failed).toBe(1)
  expect(text.split('\n').map(line => line.replace(/ +/g, ' '))).toEqual([
    'Head',
    'good 1× ≤ 2× ok',
    'bad 12 % ≥ 20 % UNDER',
    'noisy 3× ≤ 2× too noisy to say',
    'seen 123 ms reported (no counterpart)',
    '1 too noisy to say, 1 reported only',
    '1 passed, 1 failed',
  ])
})
