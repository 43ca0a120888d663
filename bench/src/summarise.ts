import type { PageName } from './buildPages.ts'
import { type BenchReport, format, report } from './judge.ts'
import type { Visit } from './measurePage.ts'
import { median } from './median.ts'

type Start = 'warm' | 'cold'

/** What a page took in each round; both starts where the start makes no difference. */
export type Rounds = (page: PageName, what: keyof Visit, start?: Start) => readonly number[]

/** Judges the medians of our page beside those of the bare page and of the page by hand, in the same run (decision 031). */
export function summarise(options: {
  readonly of: Rounds
  readonly budget: (name: string) => number
  readonly runs: number
  readonly slowdown: number
}): BenchReport {
  const { of, budget, runs, slowdown } = options
  const row = (name: string, beside: PageName, what: keyof Visit, start?: Start) => {
    const yardstick = of(beside, what, start)
    const [ours, theirs, wagmi] = (['latchkey', beside, 'wagmi'] as const).map(page =>
      median(of(page, what, start)),
    )
    const value = ours !== undefined && theirs ? ours / theirs : undefined
    const note = `${format(ours, 'ms')} beside ${format(theirs, 'ms')}; wagmi ${format(wagmi, 'ms')}`
    return { name, unit: '×', value, budget: budget(name), yardstick, note } as const
  }
  return report(`Medians of ${runs} interleaved runs, CPU ${slowdown}× slower, beside the page by hand`, [
    row('buttonUsableRatio', 'bare', 'usable'),
    row('firstRowPreloadedRatio', 'byhand', 'firstRow', 'warm'),
    row('firstRowColdRatio', 'byhand', 'firstRow', 'cold'),
    row('addressRatio', 'byhand', 'connected'),
  ])
}
