import type { LoginNumbers } from './benchLogin.ts'
import type { WalletNumbers } from './benchWallet.ts'

export interface LoginReport {
  readonly numbers: LoginNumbers & WalletNumbers
  readonly failed: number
  readonly text: string
}

/** Holds what was measured against budgets.json. */
export function summariseLogin(
  numbers: LoginNumbers & WalletNumbers,
  budget: (name: string) => number,
): LoginReport {
  const rows = [
    { name: 'linkInInboxMs', value: numbers.linkInInbox },
    { name: 'codeInInboxMs', value: numbers.codeInInbox },
    { name: 'verifyMs', value: numbers.verify },
    { name: 'codeToAccountMs', value: numbers.codeToAccount },
    { name: 'approveMedianMs', value: numbers.approveMedian },
    { name: 'approveSlowestMs', value: numbers.approveSlowest },
  ].map(row => ({ ...row, most: budget(row.name) }))
  const lines = rows.map(
    ({ name, value, most }) =>
      `${name.padEnd(22)}${value.toFixed(0).padStart(10)}${`≤ ${most}`.padStart(10)}${value <= most ? '  ok' : '  OVER'}`,
  )
  return {
    numbers,
    failed: rows.filter(({ value, most }) => !(value <= most)).length,
    text: ['Login by email, and approvals in the wallet frame, in milliseconds', ...lines].join('\n'),
  }
}
