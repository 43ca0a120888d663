import type { PageName } from './buildPages.ts'
import { type BenchReport, format, type Measurement, report } from './judge.ts'
import type { Approach } from './measureApproach.ts'
import type { Visit } from './measurePage.ts'
import { median } from './median.ts'

type Start = 'warm' | 'cold'

/** What a page took in each round; both starts where the start makes no difference. */
export type Rounds = (page: PageName, what: keyof Visit, start?: Start) => readonly number[]

/** The pages that are clicked over a slow network: by hand, ours with its defaults, and ours that loads with the hover. */
export const approached = {
  byhand: 'byhand/index.html',
  latchkey: 'latchkey/index.html',
  intent: 'latchkey/index.html?preload=intent',
} as const
export type ApproachedPage = keyof typeof approached

/** What a page took in each round, by how the visitor came to its button. */
export type ApproachRounds = (page: ApproachedPage, approach: Approach) => readonly number[]

/** Judges the medians of our page beside those of the bare page and of the page by hand, in the same run (decision 031). */
export function summarise(options: {
  readonly of: Rounds
  readonly approachedBy: ApproachRounds
  readonly budget: (name: string) => number
  readonly runs: number
  readonly slowdown: number
}): BenchReport {
  const { of, approachedBy, budget, runs, slowdown } = options
  const row = (name: string, beside: PageName, what: keyof Visit, start?: Start) => {
    const yardstick = of(beside, what, start)
    const [ours, theirs, wagmi] = (['latchkey', beside, 'wagmi'] as const).map(page =>
      median(of(page, what, start)),
    )
    const value = ours !== undefined && theirs ? ours / theirs : undefined
    const note = `${format(ours, 'ms')} beside ${format(theirs, 'ms')}; wagmi ${format(wagmi, 'ms')}`
    return { name, unit: '×', value, budget: budget(name), yardstick, note } as const
  }
  const solanaRow = (name: string, what: keyof Visit, start?: Start): Measurement => {
    const yardstick = of('standard', what, start)
    const [ours, theirs] = [median(of('solana', what, start)), median(yardstick)]
    const value = ours !== undefined && theirs ? ours / theirs : undefined
    const note = `solana beside evm: ${format(ours, 'ms')} beside ${format(theirs, 'ms')}`
    return { name, unit: '×', value, budget: budget(name), yardstick, note }
  }
  const approachRow = (name: string, approach: Approach): Measurement => {
    const yardstick = approachedBy('byhand', approach)
    const [ours, theirs, intent] = (['latchkey', 'byhand', 'intent'] as const).map(page =>
      median(approachedBy(page, approach)),
    )
    const value = ours !== undefined && theirs ? ours / theirs : undefined
    const note = `slow 4G: ${format(ours, 'ms')} beside ${format(theirs, 'ms')}; with preload 'intent' ${format(intent, 'ms')}`
    return { name, unit: '×', value, budget: budget(name), yardstick, note }
  }
  return report(`Medians of ${runs} interleaved runs, CPU ${slowdown}× slower, beside the page by hand`, [
    row('buttonUsableRatio', 'bare', 'usable'),
    row('firstRowPreloadedRatio', 'byhand', 'firstRow', 'warm'),
    row('firstRowColdRatio', 'byhand', 'firstRow', 'cold'),
    row('addressRatio', 'byhand', 'connected'),
    approachRow('restClickRatio', 'rest'),
    approachRow('hoverClickRatio', 'hover'),
    approachRow('impatientRatio', 'impatient'),
    solanaRow('solanaFirstRowPreloadedRatio', 'firstRow', 'warm'),
    solanaRow('solanaFirstRowColdRatio', 'firstRow', 'cold'),
    solanaRow('solanaAddressRatio', 'connected'),
  ])
}
