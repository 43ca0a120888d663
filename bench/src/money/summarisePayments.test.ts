import { expect, it } from 'vitest'
import { summarisePayments } from './summarisePayments.ts'

const load = (perSecond: number, refused = 0) => ({ requests: 1_000, refused, perSecond, p50: 1, p99: 9 })
const budget = (name: string) => ({ paymentsPerSecond: 300 })[name] ?? Number.NaN

it('judges the rate of payments, and that each was made', () => {
  const judge = (created: ReturnType<typeof load>) =>
    summarisePayments({ bare: [load(9_000), load(9_500)], created }, budget).rows.map(({ name, verdict }) => [
      name,
      verdict,
    ])
  expect(judge(load(301))).toEqual([
    ['paymentsPerSecond', 'ok'],
    ['paymentsRefused', 'ok'],
  ])
  expect(judge(load(299, 1))).toEqual([
    ['paymentsPerSecond', 'UNDER'],
    ['paymentsRefused', 'OVER'],
  ])
})
