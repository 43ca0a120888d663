import { type BenchReport, format, type Measurement, report } from '../judge.ts'
import { median } from '../median.ts'
import type { Measured, ServiceNumbers } from './benchServices.ts'

/**
 * Judges the services beside bare handlers of the same run (decision 031): a rate as a share of the bare one, a p99 at half of
 * the capacity that was just measured beside the bare handler's at half of its own.
 */
export function summariseServices(numbers: ServiceNumbers, budget: (name: string) => number): BenchReport {
  const { bare, config, balance, directory, rpc, history, oneByOne, starts, indexing, soak } = numbers
  const bareRates = bare.map(({ most }) => most.perSecond)
  const bareRate = median(bareRates) ?? Number.NaN
  const bareP99 = median(bare.map(({ half }) => half.p99)) ?? Number.NaN
  const share = (name: string, ofAll: number, whole: number, yardstick: readonly number[]): Measurement => ({
    ...{ name, unit: '%', kind: 'least', budget: budget(name), yardstick },
    value: (100 * ofAll) / whole,
    note: `${ofAll.toFixed(0)} of ${whole.toFixed(0)} /s`,
  })
  const tail = (name: string, ...measured: readonly Measured[]): Measurement => {
    const p99 = Math.max(...measured.map(({ half }) => half.p99))
    const note = `${format(p99, 'ms')} beside ${format(bareP99, 'ms')}, each at half of its capacity`
    return { name, unit: '×', budget: budget(name), value: p99 / bareP99, yardstick: bareRates, note }
  }
  const rate = (...measured: readonly Measured[]) => Math.min(...measured.map(({ most }) => most.perSecond))
  const start = median(starts.services) ?? Number.NaN
  const bareStart = median(starts.bare) ?? Number.NaN
  const head = `Services beside a bare Hono handler (${bareRates.map(each => each.toFixed(0)).join(', ')} requests/s in this run)`
  return report(head, [
    share('dataPercent', rate(config, balance), bareRate, bareRates),
    tail('dataP99Ratio', config, balance),
    share('directoryPercent', rate(directory), bareRate, bareRates),
    tail('directoryP99Ratio', directory),
    share('rpcPercent', rate(rpc), bareRate, bareRates),
    tail('rpcP99Ratio', rpc),
    share('historyPercent', history.perSecond, median(oneByOne) ?? Number.NaN, oneByOne),
    share('indexedPercent', indexing.indexed, median(indexing.read) ?? Number.NaN, indexing.read),
    {
      ...{ name: 'startRatio', unit: '×', budget: budget('startRatio'), yardstick: starts.bare },
      value: start / bareStart,
      note: `${format(start, 'ms')} beside ${format(bareStart, 'ms')}, both built JavaScript`,
    },
    {
      ...{ name: 'soakGrowthPercent', unit: '%', budget: budget('soakGrowthPercent'), value: soak.growth },
      note: `of ${format(soak.rssMb, 'MB')} in ${soak.seconds.toFixed(0)} s`,
    },
  ])
}
