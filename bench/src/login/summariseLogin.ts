import type { LoginNumbers } from './benchLogin.ts'

export interface LoginReport {
  readonly numbers: LoginNumbers
  readonly failed: number
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summariseLogin(numbers: LoginNumbers, budget: (name: string) => number): LoginReport {
  const rows = [
    { name: 'linkInInboxMs', value: numbers.linkInInbox },
    { name: 'codeInInboxMs', value: numbers.codeInInbox },
    { name: 'verifyMs', value: numbers.verify },
  ].map(row => ({ ...row, most: budget(row.name) }))
  const lines = rows.map(
    ({ name, value, most }) =>
      `${name.padEnd(22)}${value.toFixed(0).padStart(10)}${`≤ ${most}`.padStart(10)}${value <= most ? '  ok' : '  OVER'}`,
  )
  return {
    numbers,
    failed: rows.filter(({ value, most }) => !(value <= most)).length,
    text: ['Login by email: the slowest of a hundred, in milliseconds', ...lines].join('\n'),
  }
}
