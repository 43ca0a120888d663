import { median } from '../median.ts'
import type { AccountVisit, Scroll } from './measureAccount.ts'

export interface AccountReport {
  readonly rows: readonly { readonly name: string; readonly value: number; readonly budget: number }[]
  readonly failed: number
  readonly text: string
}

/** A frame that came this late, in milliseconds, has let one go by. */
const lateFrame = 25

/** Holds the medians of the visits against budgets.json. */
export function summariseAccount(
  visits: readonly AccountVisit[],
  budget: (name: string) => number,
  slowdown: number,
): AccountReport {
  const of = (read: (visit: AccountVisit) => number) => median(visits.map(read)) ?? Number.NaN
  const row = (name: string, value: number) => ({ name, value, budget: budget(name) })
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
    ),
  ]
  const failed = rows.filter(({ value, budget: limit }) => !(value <= limit)).length
  const lines = rows.map(
    ({ name, value, budget: limit }) =>
      `${name.padEnd(22)}${value.toFixed(1).padStart(8)} of ${limit}${value <= limit ? '' : '  OVER'}`,
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
