import { type BenchReport, format, type Measurement, report } from '../judge.ts'
import { median } from '../median.ts'
import type { LoginNumbers } from './benchLogin.ts'
import type { WalletNumbers } from './benchWallet.ts'

/**
 * Judges what has a counterpart in the run: the check of a code beside the same client's calls to a bare handler, the slowest
 * approval beside the usual one. The rest is reported: mails wait on purpose, and no page by hand keeps a key (decision 031).
 */
export function summariseLogin(
  numbers: LoginNumbers & WalletNumbers,
  budget: (name: string) => number,
): BenchReport {
  const { approveMedian, approveSlowest, bareCalls } = numbers
  const bare = median(bareCalls)
  const reported = (name: string, value: number): Measurement => ({ name, unit: 'ms', value })
  return report('Login by email, and approvals in the wallet frame', [
    {
      ...{ name: 'verifyRatio', unit: '×', budget: budget('verifyRatio'), yardstick: bareCalls },
      value: bare === undefined ? undefined : numbers.verifyMedian / bare,
      note: `${format(numbers.verifyMedian, 'ms')} beside ${format(bare, 'ms')}`,
    },
    {
      ...{ name: 'approveSlowestRatio', unit: '×', budget: budget('approveSlowestRatio') },
      value: approveSlowest / approveMedian,
      note: `${format(approveSlowest, 'ms')} beside ${format(approveMedian, 'ms')}`,
    },
    reported('linkInInboxMs', numbers.linkInInbox),
    reported('codeInInboxMs', numbers.codeInInbox),
    reported('verifyMs', numbers.verify),
    reported('codeToAccountMs', numbers.codeToAccount),
    reported('approveMedianMs', approveMedian),
  ])
}
