import { median } from '../../median.ts'
import type { RelayNumbers } from './benchRelay.ts'
import type { PublishResult } from './relayPlan.ts'

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
  const { echo, most, steady, replay } = numbers
  const { rounds } = numbers.neighbours
  const ofRounds = (kind: 'calm' | 'flooded') => median(rounds[kind]) ?? Number.NaN
  const rows = [
    row('least', 'publishPerSecond', most.ack.perSecond),
    row('most', 'ackP99Ms', steady.ack.p99),
    row('most', 'deliveryP99Ms', steady.delivery.p99),
    row('most', 'replayMs', replay.p99),
    row('most', 'floodedRatio', ofRounds('flooded') / ofRounds('calm')),
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
    text: [head, ...lines, ...floodLines(numbers), `${rows.length - failed} passed, ${failed} failed`].join(
      '\n',
    ),
  }
}

/** How the flood was measured, and what became of it: a ratio says little without that. */
function floodLines({ neighbours: { calm, flooded, rounds }, flood }: RelayNumbers): readonly string[] {
  const times = (of: (result: PublishResult) => number) =>
    `${of(calm).toFixed(1)} → ${of(flooded).toFixed(1)} ms`
  return [
    `Flood: ${calm.delivery.count} messages within the limits in calm seconds, ${flooded.delivery.count} beside 10 clients that send 2,000 a second, in turns;`,
    `  in the calm ones they keep to their limits, and send the rest to a server that reads none of it. The ratio is that of the medians of the windows' p99s,`,
    `  so that something else on the machine does not decide: ${rounds.calm.map(each => each.toFixed(1)).join(' ')} → ${rounds.flooded.map(each => each.toFixed(1)).join(' ')} ms. All together: delivery p99 ${times(({ delivery }) => delivery.p99)}, ack p99 ${times(({ ack }) => ack.p99)} (it waits for the disk);`,
    `  of ${flood.sent} sent ${flood.taken} were within the limits, ${flood.refused} refused, the others not read; thrown out ${flood.closed} times`,
  ]
}
