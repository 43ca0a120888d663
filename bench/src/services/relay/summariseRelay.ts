import { type BenchReport, format, type Measurement, report } from '../../judge.ts'
import { median } from '../../median.ts'
import type { RelayNumbers } from './benchRelay.ts'
import type { PublishResult } from './relayPlan.ts'
import { summariseSeveral } from './summariseSeveral.ts'

/**
 * Judges the relay beside a bare ws echo of the same run (decision 031): durable messages as a share of its frames, times at
 * half of the relay's capacity beside the echo's at half of its own, a storm beside the calm opening of as many sockets.
 */
export function summariseRelay(numbers: RelayNumbers, budget: (name: string) => number): BenchReport {
  const { echo, most, half, replay, neighbours, sockets, idleMb, openSeconds, stormSeconds, unfinished } =
    numbers
  const rates = echo.map(each => each.most.perSecond)
  const rate = median(rates) ?? Number.NaN
  const echoP99 = median(echo.map(each => each.half.p99)) ?? Number.NaN
  const share = (name: string, perSecond: number, what: string): Measurement => ({
    ...{ name, unit: '%', kind: 'least', budget: budget(name), yardstick: rates },
    value: (100 * perSecond) / rate,
    note: `${perSecond.toFixed(0)} of ${rate.toFixed(0)} /s${what}`,
  })
  const tail = (name: string, p99: number): Measurement => ({
    ...{ name, unit: '×', budget: budget(name), value: p99 / echoP99, yardstick: rates },
    note: `${format(p99, 'ms')} beside ${format(echoP99, 'ms')}, each at half of its capacity`,
  })
  const { calm, flooded } = neighbours.rounds
  // A hundred messages in the time of the slowest of a few mailboxes.
  const replayed = (100 * 1_000) / replay.p99
  const head = `Relay beside a bare ws echo (${rates.map(each => each.toFixed(0)).join(', ')} frames/s in this run); ${sockets} sockets`
  const rows: readonly Measurement[] = [
    share('publishPercent', most.ack.perSecond, ', each on disk'),
    tail('ackP99Ratio', half.ack.p99),
    tail('deliveryP99Ratio', half.delivery.p99),
    share('replayPercent', replayed, `, a mailbox of 100 in ${format(replay.p99, 'ms')}`),
    {
      ...{ name: 'floodedRatio', unit: '×', budget: budget('floodedRatio'), yardstick: calm },
      value: (median(flooded) ?? Number.NaN) / (median(calm) ?? Number.NaN),
    },
    { name: 'unfinishedMb', unit: 'MB', budget: budget('unfinishedMb'), value: unfinished.mb },
    {
      ...{
        name: 'unfinishedSeconds',
        unit: 's',
        budget: budget('unfinishedSeconds'),
        value: unfinished.seconds,
      },
      note: 'until 150 sockets with an unfinished megabyte each were closed',
    },
    // Memory is for as many as the budget names, where the machine could not hold that many.
    { name: 'idleMb', unit: 'MB', budget: budget('idleMb'), value: idleMb * (budget('sockets') / sockets) },
    {
      ...{ name: 'stormRatio', unit: '×', budget: budget('stormRatio'), value: stormSeconds / openSeconds },
      note: `${format(stormSeconds, 's')} beside ${format(openSeconds, 's')} to open them`,
    },
  ]
  return report(head, [...rows, ...summariseSeveral(numbers.several, budget)], floodLines(numbers))
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
