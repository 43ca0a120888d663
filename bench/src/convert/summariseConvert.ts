import { type BenchReport, format, report } from '../judge.ts'
import { median } from '../median.ts'
import type { ConvertNumbers } from './benchConvert.ts'

/** Judges quotes of pools beside a bare handler of the same run (decision 031). */
export function summariseConvert(numbers: ConvertNumbers, budget: (name: string) => number): BenchReport {
  const { bare, quotes, at500 } = numbers
  const yardstick = bare.map(({ most }) => most.perSecond)
  const bareRate = median(yardstick) ?? Number.NaN
  const bareP99 = median(bare.map(({ half }) => half.p99)) ?? Number.NaN
  const { most, half } = quotes
  const head = `Quotes of pools: ${most.perSecond.toFixed(0)} /s, and at 500 /s a p99 of ${format(at500.p99, 'ms')}`
  return report(head, [
    {
      ...{ name: 'quotesPercent', unit: '%', kind: 'least', budget: budget('quotesPercent'), yardstick },
      value: (100 * most.perSecond) / bareRate,
      note: `${most.perSecond.toFixed(0)} of ${bareRate.toFixed(0)} /s`,
    },
    {
      ...{ name: 'quotesP99Ratio', unit: '×', budget: budget('quotesP99Ratio'), yardstick },
      value: half.p99 / bareP99,
      note: `${format(half.p99, 'ms')} beside ${format(bareP99, 'ms')}, each at half of its capacity`,
    },
  ])
}
