import { type BenchReport, format, type Measurement, report } from '../judge.ts'
import { median } from '../median.ts'
import type { AccountVisit, Scroll } from './measureAccount.ts'

/** A frame that came this late, in milliseconds, has let one of the screen's go by. */
const lateFrame = 25

/**
 * Judges the medians of the visits: the lists by the frames that came too late for the screen, the first pictures of Send and Swap
 * by the first rows of the page by hand, `byHand`, in the same run (decision 031).
 */
export function summariseAccount(
  visits: readonly AccountVisit[],
  byHand: readonly number[],
  budget: (name: string) => number,
  slowdown: number,
): BenchReport {
  const of = (read: (visit: AccountVisit) => number) => median(visits.map(read)) ?? Number.NaN
  const scrolled = (list: 'tokens' | 'activity'): readonly Measurement[] => {
    const late = `${list}LatePercent`
    const empty = `${list}EmptyFrames`
    const p95 = of(visit => percentile(visit[list].times, 0.95))
    return [
      {
        ...{ name: late, unit: '%', budget: budget(late), yardstick: byHand },
        value: of(visit => latePercent(visit[list])),
        note: `frame p95 ${format(p95, 'ms')}`,
      },
      { name: empty, unit: '', budget: budget(empty), value: of(visit => visit[list].empty) },
    ]
  }
  const hand = median(byHand)
  const painted = (view: 'send' | 'swap'): Measurement => {
    const name = `${view}PaintRatio`
    const paint = of(visit => visit[view])
    return {
      ...{ name, unit: '×', budget: budget(name), yardstick: byHand },
      value: hand === undefined ? undefined : paint / hand,
      note: `${format(paint, 'ms')} beside ${format(hand, 'ms')}`,
    }
  }
  const head = `Account, medians of ${visits.length} visits, CPU ${slowdown}× slower, beside the page by hand`
  return report(head, [...scrolled('tokens'), ...scrolled('activity'), painted('send'), painted('swap')])
}

/** The value that this part of all values do not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

function latePercent({ times }: Scroll): number {
  return times.length === 0
    ? Number.NaN
    : (100 * times.filter(time => time > lateFrame).length) / times.length
}
