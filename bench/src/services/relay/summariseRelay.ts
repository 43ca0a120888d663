import type { RelayNumbers } from './benchRelay.ts'

interface RelayRow {
  readonly name: string
  readonly value: number
  readonly budget: number
  /** Whether the value has to reach the budget or to stay under it. */
  readonly kind: 'least' | 'most'
  readonly ok: boolean
}

export interface RelayReport {
  readonly rows: readonly RelayRow[]
  readonly failed: number
  /** Durable messages for each echo of bare ws in the same run. */
  readonly ofEcho: number
  readonly numbers: RelayNumbers
  readonly text: string
}

/** Holds what was measured against budgets.json, beside a bare ws echo of the same run. */
export function summariseRelay(numbers: RelayNumbers, budget: (name: string) => number): RelayReport {
  const row = (kind: 'least' | 'most', name: string, value: number): RelayRow => {
    const limit = budget(name)
    return { name, value, budget: limit, kind, ok: kind === 'least' ? value >= limit : value <= limit }
  }
  const { echo, most, steady, replay, calm, flooded } = numbers
  const rows = [
    row('least', 'publishPerSecond', most.ack.perSecond),
    row('most', 'ackP99Ms', steady.ack.p99),
    row('most', 'deliveryP99Ms', steady.delivery.p99),
    row('most', 'replayMs', replay.p99),
    row('most', 'floodedRatio', flooded.delivery.p99 / calm.delivery.p99),
    // Memory is for as many as the budget names, where the machine could not hold that many.
    row('most', 'idleMb', numbers.idleMb * (budget('sockets') / numbers.sockets)),
    row('most', 'stormSeconds', numbers.stormSeconds * (budget('sockets') / numbers.sockets)),
  ]
  const failed = rows.filter(({ ok }) => !ok).length
  const ofEcho = most.ack.perSecond / echo.perSecond
  const lines = rows.map(each =>
    [
      each.name.padEnd(20),
      each.value.toFixed(each.name.endsWith('Ratio') ? 2 : 1).padStart(10),
      `${each.kind === 'least' ? '≥' : '≤'} ${each.budget}`.padStart(10),
      each.ok ? '  ok' : each.kind === 'least' ? '  UNDER' : '  OVER',
    ].join(''),
  )
  const head = `Relay beside a bare ws echo (${echo.perSecond.toFixed(0)} frames/s in this run): ${(ofEcho * 100).toFixed(0)} % of it, each on disk; ${numbers.sockets} sockets`
  return {
    rows,
    failed,
    ofEcho,
    numbers,
    text: [head, ...lines, `${rows.length - failed} passed, ${failed} failed`].join('\n'),
  }
}
