import { type BenchReport, format, report } from '../judge.ts'
import { median } from '../median.ts'
import type { OrderNumbers } from './benchOrders.ts'

/** Judges orders and webhooks by their rates, beside a bare handler of the same run (decision 031). */
export function summariseOrders(
  { bare, orders, webhooks }: OrderNumbers,
  budget: (name: string) => number,
): BenchReport {
  const bareRate = median(bare.map(({ perSecond }) => perSecond)) ?? Number.NaN
  const rate = (name: string, { perSecond, p99 }: OrderNumbers['orders']) =>
    ({
      ...({ name, unit: '/s', kind: 'least', budget: budget(name) } as const),
      value: perSecond,
      note: `${((100 * perSecond) / bareRate).toFixed(1)} % of ${bareRate.toFixed(0)} /s, p99 ${format(p99, 'ms')}`,
    }) as const
  const head = `Orders made: ${orders.perSecond.toFixed(0)} /s, webhooks taken: ${webhooks.perSecond.toFixed(0)} /s`
  return report(head, [
    rate('ordersPerSecond', orders),
    rate('webhooksPerSecond', webhooks),
    {
      ...{ name: 'ordersRefused', unit: '', budget: 0 },
      value: orders.refused + webhooks.refused,
      note: `of ${orders.requests + webhooks.requests}`,
    },
  ])
}
