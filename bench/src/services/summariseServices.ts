import type { Measured, ServiceNumbers } from './benchServices.ts'

export interface ServiceRow {
  readonly name: string
  readonly value: number
  readonly budget: number
  /** Whether the value has to reach the budget or to stay under it. */
  readonly kind: 'least' | 'most'
  /** For rates: the share of what a bare Hono handler did in the same run. */
  readonly ofBare: number | undefined
  readonly ok: boolean
}

export interface ServiceReport {
  readonly rows: readonly ServiceRow[]
  readonly failed: number
  /** Everything that was measured. */
  readonly numbers: ServiceNumbers
  readonly text: string
}

/** Holds what was measured against budgets.json, beside a bare handler of the same run. */
export function summariseServices(numbers: ServiceNumbers, budget: (name: string) => number): ServiceReport {
  const bare = numbers.bare.perSecond
  const least = (name: string, value: number, isRate = true): ServiceRow => {
    const limit = budget(name)
    return {
      name,
      value,
      budget: limit,
      kind: 'least',
      ofBare: isRate ? value / bare : undefined,
      ok: value >= limit,
    }
  }
  const most = (name: string, value: number): ServiceRow => {
    const limit = budget(name)
    return { name, value, budget: limit, kind: 'most', ofBare: undefined, ok: value <= limit }
  }
  const slower = (a: Measured, b: Measured) => Math.min(a.most.perSecond, b.most.perSecond)
  const { config, balance, directory, rpc, rpcDirect, history } = numbers
  const rows = [
    least('dataPerSecond', slower(config, balance)),
    most('dataP99Ms', Math.max(config.steady.p99, balance.steady.p99)),
    least('directoryPerSecond', directory.most.perSecond),
    most('directoryP99Ms', directory.steady.p99),
    least('rpcPerSecond', rpc.most.perSecond),
    most('rpcAddedP99Ms', Math.max(0, rpc.steady.p99 - rpcDirect.p99)),
    least('indexedBlocksPerSecond', numbers.indexedBlocks, false),
    most('historyFirstPageMs', history.p99),
    most('startMs', numbers.startMs),
    most('soakGrowthPercent', numbers.soak.growth),
  ]
  const failed = rows.filter(({ ok }) => !ok).length
  const head = `Services beside a bare Hono handler (${bare.toFixed(0)} requests/s in this run)`
  return {
    rows,
    failed,
    numbers,
    text: [head, table(rows), `${rows.length - failed} passed, ${failed} failed`].join('\n'),
  }
}

function table(rows: readonly ServiceRow[]): string {
  const lines = [
    ['', 'measured', 'budget', 'of bare', ''],
    ...rows.map(row => [
      row.name,
      shown(row.value),
      `${row.kind === 'least' ? '≥' : '≤'} ${shown(row.budget)}`,
      row.ofBare === undefined ? '' : `${(row.ofBare * 100).toFixed(0)} %`,
      row.ok ? 'ok' : row.kind === 'least' ? 'UNDER' : 'OVER',
    ]),
  ]
  return lines
    .map(cells => cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(11))).join(''))
    .join('\n')
}

function shown(value: number): string {
  return Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0)
}
