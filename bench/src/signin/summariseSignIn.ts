import type { SignInNumbers } from './benchSignIn.ts'

export interface SignInReport {
  readonly numbers: SignInNumbers
  readonly failed: number
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summariseSignIn(numbers: SignInNumbers, budget: (name: string) => number): SignInReport {
  const { cores, oneThread, eoaPerSecond } = numbers
  const least = budget('eoaPerSecond')
  const isEnough = eoaPerSecond >= least
  const head = `Sign-in: one thread checks ${oneThread.toFixed(0)} signatures of plain keys a second, ${cores} check`
  const line = `${'eoaPerSecond'.padEnd(22)}${eoaPerSecond.toFixed(0).padStart(10)}${`≥ ${least}`.padStart(10)}${isEnough ? '  ok' : '  UNDER'}`
  return { numbers, failed: isEnough ? 0 : 1, text: `${head}\n${line}` }
}
