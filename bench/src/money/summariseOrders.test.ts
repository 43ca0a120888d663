import { expect, it } from 'vitest'
import { summariseOrders } from './summariseOrders.ts'

const load = (perSecond: number, refused = 0) => ({ requests: 1_000, refused, perSecond, p50: 1, p99: 9 })
const budget = (name: string) => ({ ordersPerSecond: 300, webhooksPerSecond: 1_000 })[name] ?? Number.NaN

it('judges the rates of orders and webhooks, and that none was refused', () => {
  const judge = (orders: ReturnType<typeof load>, webhooks: ReturnType<typeof load>) =>
    summariseOrders({ bare: [load(9_000), load(9_500)], orders, webhooks }, budget).rows.map(
      ({ name, verdict }) => [name, verdict],
    )
  expect(judge(load(301), load(1_001))).toEqual([
    ['ordersPerSecond', 'ok'],
    ['webhooksPerSecond', 'ok'],
    ['ordersRefused', 'ok'],
  ])
  expect(judge(load(299), load(999, 1))).toEqual([
    ['ordersPerSecond', 'UNDER'],
    ['webhooksPerSecond', 'UNDER'],
    ['ordersRefused', 'OVER'],
  ])
})
