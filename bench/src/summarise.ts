import type { PageName } from './buildPages.ts'
import type { Visit } from './measurePage.ts'

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
  readonly budget: number
  readonly byHand: number | undefined
  readonly wagmi: number | undefined
  readonly ok: boolean
}

type Numbers = (page: PageName, what: keyof Visit, start?: 'warm' | 'cold') => number | undefined

/** Holds the medians against budgets.json, beside the reference pages of the same run. */
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
  const row = (name: string, read: (page: PageName) => number | undefined): ReportRow => {
    const value = read('latchkey')
    const limit = budget(name)
    const ok = value !== undefined && value <= limit
    return { name, value, budget: limit, byHand: read('byhand'), wagmi: read('wagmi'), ok }
  }
  const rows = [
    row('buttonUsableRatio', ratio),
    row('firstRowPreloadedMs', page => of(page, 'firstRow', 'warm')),
    row('firstRowColdMs', page => of(page, 'firstRow', 'cold')),
    row('addressMs', page => of(page, 'connected')),
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
    ['', 'latchkey', 'budget', 'by hand', 'wagmi', ''],
    ...rows.map(row => [
      row.name,
      shown(row.value),
      shown(row.budget),
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
