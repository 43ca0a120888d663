import { median } from '../median.ts'
import type { AccountVisit, Scroll } from './measureAccount.ts'

export interface AccountReport {
  /** `allowed`: the budget, at the pace of this machine where it is a time that a visitor waits. */
  readonly rows: readonly {
    readonly name: string
    readonly value: number
    readonly budget: number
    readonly allowed: number
  }[]
  readonly failed: number
  readonly text: string
}

/** A frame that came this late, in milliseconds, has let one go by. */
const lateFrame = 25

/** Holds the medians of the visits against budgets.json; `pace` as `paceOf` says it. */
export function summariseAccount(
  visits: readonly AccountVisit[],
  budget: (name: string) => number,
  slowdown: number,
  pace = 1,
): AccountReport {
  const of = (read: (visit: AccountVisit) => number) => median(visits.map(read)) ?? Number.NaN
  const row = (name: string, value: number, factor = 1) => {
    const limit = budget(name)
    return { name, value, budget: limit, allowed: limit * factor }
  }
  const scrolled = (name: 'tokens' | 'activity') => [
    row(
      `${name}FrameP95Ms`,
      of(visit => percentile(visit[name].times, 0.95)),
    ),
    row(
      `${name}LatePercent`,
      of(visit => latePercent(visit[name])),
    ),
    row(
      `${name}EmptyFrames`,
      of(visit => visit[name].empty),
    ),
  ]
  const rows = [
    ...scrolled('tokens'),
    ...scrolled('activity'),
    row(
      'sendPaintMs',
      of(({ send }) => send),
      pace,
    ),
  ]
  const failed = rows.filter(({ value, allowed }) => !(value <= allowed)).length
  const lines = rows.map(
    ({ name, value, budget: limit, allowed }) =>
      `${name.padEnd(22)}${value.toFixed(1).padStart(8)} of ${limit}${allowed > limit ? `, here ${allowed.toFixed(1)}` : ''}${value <= allowed ? '' : '  OVER'}`,
  )
  const head = `Account, medians of ${visits.length} visits, CPU ${slowdown}× slower`
  return {
    rows,
    failed,
    text: [head, ...lines, `${rows.length - failed} passed, ${failed} failed`].join('\n'),
  }
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
