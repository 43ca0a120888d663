import { type BenchReport, format, report } from '../judge.ts'
import { median } from '../median.ts'
import type { PaymentNumbers } from './benchPayments.ts'

/** Judges the making of payments by its rate, beside a bare handler of the same run (decision 031). */
export function summarisePayments(
  { bare, created }: PaymentNumbers,
  budget: (name: string) => number,
): BenchReport {
  const yardstick = bare.map(({ perSecond }) => perSecond)
  const bareRate = median(yardstick) ?? Number.NaN
  const { perSecond, refused, requests, p99 } = created
  return report(`Payments made: ${perSecond.toFixed(0)} /s, p99 ${format(p99, 'ms')}`, [
    {
      ...{ name: 'paymentsPerSecond', unit: '/s', kind: 'least', budget: budget('paymentsPerSecond') },
      value: perSecond,
      note: `${((100 * perSecond) / bareRate).toFixed(1)} % of ${bareRate.toFixed(0)} /s`,
    },
    {
      ...{ name: 'paymentsRefused', unit: '', budget: 0 },
      value: refused,
      note: `of ${requests}`,
    },
  ])
}
