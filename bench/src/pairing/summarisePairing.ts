import { type BenchReport, format, report } from '../judge.ts'
import { median } from '../median.ts'
import type { PairingNumbers } from './benchPairing.ts'

/**
 * Judges pairing within its run: the code by the first row of the page by hand, a URI by the same with the CPU as it is, and
 * a request by a message there and back through the same relay (decision 031).
 */
export function summarisePairing(numbers: PairingNumbers, budget: (name: string) => number): BenchReport {
  const row = (name: string, ours: number, yardstick: readonly number[]) => {
    const beside = median(yardstick)
    const note = `${format(ours, 'ms')} beside ${format(beside, 'ms')}`
    const value = beside === undefined ? undefined : ours / beside
    return { name, unit: '×', value, budget: budget(name), yardstick, note } as const
  }
  return report('Pairing beside the page by hand, and beside bare sockets at the same relay', [
    row('qrRatio', numbers.qrMs, numbers.byHandSlowMs),
    row('uriRatio', numbers.uriMs, numbers.byHandMs),
    row('requestRatio', numbers.requestMs, numbers.roundTripMs),
    {
      name: 'qrAtOnceMs',
      unit: 'ms',
      value: numbers.qrAtOnceMs,
      note: 'a click at once: downloading is most of it',
    },
  ])
}
