import { type BenchReport, report } from '../judge.ts'
import { median } from '../median.ts'
import type { CustodyNumbers } from './benchCustody.ts'

/** Judges releases as a share of what the same client gets of a bare handler in the same thread and run (decision 031). */
export function summariseCustody(numbers: CustodyNumbers, budget: (name: string) => number): BenchReport {
  const { releasesPerSecond, bare, p50 } = numbers
  const whole = median(bare) ?? Number.NaN
  return report('Custody: key shares released over HTTP, beside a bare handler asked by the same client', [
    {
      ...{ name: 'releasesPercent', unit: '%', kind: 'least', budget: budget('releasesPercent') },
      ...{ value: (100 * releasesPerSecond) / whole, yardstick: bare },
      note: `${releasesPerSecond.toFixed(0)} of ${whole.toFixed(0)} /s`,
    },
    { name: 'releaseP50Ms', unit: 'ms', value: p50, note: 'as many at once as there are connections' },
  ])
}
