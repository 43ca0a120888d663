import { type BenchReport, type Measurement, report } from '../judge.ts'
import { median } from '../median.ts'
import type { SignInNumbers } from './benchSignIn.ts'

/**
 * Judges sign-ins within their run: those of plain keys beside bare recoveries of who signed, those of contract accounts
 * beside bare questions to the same node (decision 031).
 */
export function summariseSignIn(numbers: SignInNumbers, budget: (name: string) => number): BenchReport {
  const { cores, oneThread, eoaPerSecond, recovered, contracts } = numbers
  const row = (name: string, ours: number, yardstick: readonly number[]): Measurement => {
    const beside = median(yardstick) ?? Number.NaN
    const note = `${ours.toFixed(0)} of ${beside.toFixed(0)} /s`
    return {
      name,
      unit: '%',
      kind: 'least',
      value: (100 * ours) / beside,
      budget: budget(name),
      yardstick,
      note,
    }
  }
  const head = `Sign-in: one thread checks ${oneThread.toFixed(0)} signatures of plain keys a second, ${cores} check`
  return report(`${head} ${eoaPerSecond.toFixed(0)}`, [
    row('eoaPercent', eoaPerSecond, recovered),
    row('contractPercent', contracts.verified, contracts.asked),
  ])
}
