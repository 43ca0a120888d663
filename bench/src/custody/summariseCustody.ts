import type { CustodyNumbers } from './benchCustody.ts'

export interface CustodyReport {
  readonly numbers: CustodyNumbers
  readonly failed: number
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summariseCustody(numbers: CustodyNumbers, budget: (name: string) => number): CustodyReport {
  const { releasesPerSecond, p50, p99 } = numbers
  const least = budget('releasesPerSecond')
  const isEnough = releasesPerSecond >= least
  const head = `Custody: halves released over HTTP, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  const line = `${'releasesPerSecond'.padEnd(22)}${releasesPerSecond.toFixed(0).padStart(10)}${`≥ ${least}`.padStart(10)}${isEnough ? '  ok' : '  UNDER'}`
  return { numbers, failed: isEnough ? 0 : 1, text: `${head}\n${line}` }
}
