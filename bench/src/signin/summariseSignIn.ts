import type { SignInNumbers } from './benchSignIn.ts'

export interface SignInReport {
  readonly numbers: SignInNumbers
  readonly failed: number
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summariseSignIn(numbers: SignInNumbers, budget: (name: string) => number): SignInReport {
  const { cores, oneThread, eoaPerSecond, contracts } = numbers
  const { verified, asked } = contracts
  const rows = [
    { name: 'eoaPerSecond', value: eoaPerSecond, digits: 0 },
    { name: 'contractShare', value: verified / asked, digits: 2 },
  ].map(row => ({ ...row, least: budget(row.name) }))
  const head = [
    `Sign-in: one thread checks ${oneThread.toFixed(0)} signatures of plain keys a second, ${cores} check`,
    `${verified.toFixed(0)} contract accounts a second, of ${asked.toFixed(0)} questions that their node answers`,
  ]
  const lines = rows.map(
    ({ name, value, digits, least }) =>
      `${name.padEnd(22)}${value.toFixed(digits).padStart(10)}${`≥ ${least}`.padStart(10)}${value >= least ? '  ok' : '  UNDER'}`,
  )
  return {
    numbers,
    failed: rows.filter(({ value, least }) => !(value >= least)).length,
    text: [...head, ...lines].join('\n'),
  }
}
