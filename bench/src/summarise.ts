import type { PageName } from './buildPages.ts'
import type { Visit } from './measurePage.ts'
import { paceOf } from './paceOf.ts'

export interface Report {
  readonly runs: number
  readonly slowdown: number
  readonly rows: readonly ReportRow[]
  readonly failed: number
  readonly text: string
}

export interface ReportRow {
  readonly name: string
  /** Milliseconds, or a ratio to the bare page. */
  readonly value: number | undefined
  /** On the machine that budgets.json speaks of. */
  readonly budget: number
  /** On this machine: the page by hand took as many times as long in this run. Never less than the budget. */
  readonly allowed: number
  readonly byHand: number | undefined
  readonly wagmi: number | undefined
  readonly ok: boolean
}

type Numbers = (page: PageName, what: keyof Visit, start?: 'warm' | 'cold') => number | undefined

/**
 * Holds the medians against budgets.json, beside the reference pages of the same run. The budgets in milliseconds are those
 * of a machine on which the page by hand takes what budgets.json says; a slower one is given as much more time (decision 031).
 */
export function summarise(options: {
  readonly of: Numbers
  readonly budget: (name: string) => number
  readonly runs: number
  readonly slowdown: number
}): Report {
  const { of, budget, runs, slowdown } = options
  const floor = of('bare', 'usable')
  const ratio = (page: PageName) => {
    const value = of(page, 'usable')
    return value !== undefined && floor ? value / floor : undefined
  }
  const preloaded = (page: PageName) => of(page, 'firstRow', 'warm')
  const address = (page: PageName) => of(page, 'connected')
  const row = (name: string, read: (page: PageName) => number | undefined, pace = 1): ReportRow => {
    const value = read('latchkey')
    const allowed = budget(name) * pace
    const ok = value !== undefined && value <= allowed
    return { name, value, budget: budget(name), allowed, byHand: read('byhand'), wagmi: read('wagmi'), ok }
  }
  const rowPace = paceOf(preloaded('byhand'), budget('byHandRowMs'))
  const rows = [
    row('buttonUsableRatio', ratio),
    row('firstRowPreloadedMs', preloaded, rowPace),
    row('firstRowColdMs', page => of(page, 'firstRow', 'cold'), rowPace),
    row('addressMs', address, paceOf(address('byhand'), budget('byHandAddressMs'))),
  ]
  const failed = rows.filter(each => !each.ok).length
  const head = `Medians of ${runs} interleaved runs, CPU ${slowdown}× slower`
  return {
    runs,
    slowdown,
    rows,
    failed,
    text: [head, table(rows), `${rows.length - failed} passed, ${failed} failed`].join('\n'),
  }
}

function table(rows: readonly ReportRow[]): string {
  const lines = [
    ['', 'latchkey', 'budget', 'here', 'by hand', 'wagmi', ''],
    ...rows.map(row => [
      row.name,
      shown(row.value),
      shown(row.budget),
      shown(row.allowed),
      shown(row.byHand),
      shown(row.wagmi),
      row.ok ? 'ok' : 'OVER',
    ]),
  ]
  return lines
    .map(cells => cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(10))).join(''))
    .join('\n')
}

function shown(value: number | undefined): string {
  return value === undefined ? '—' : value < 10 ? value.toFixed(2) : value.toFixed(1)
}
