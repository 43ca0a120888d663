import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { formatAmount } from './formatAmount.ts'

/**
 * An amount for reading, floored to 3 decimals as the locale writes it (SPEC §5); more than nothing that would read as
 * nought is "< 0.001". Undefined or null is "—" (F27). Whoever lets a person check an amount shows it exactly.
 */
export function formatTokenAmount(amount: Amount | null | undefined, locale?: string): string {
  if (!amount) return '—'
  const exact = toDecimalString(amount)
  const isTiny = amount.value > 0n && amount.value * 1000n < 10n ** BigInt(amount.decimals)
  return isTiny ? `< ${formatAmount('0.001', locale)}` : formatAmount(exact, locale)
}
