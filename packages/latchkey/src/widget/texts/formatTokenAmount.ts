import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { amountFormat } from './amountFormat.ts'

/**
 * An amount for reading, floored to 3 decimals as the locale writes it (SPEC §5); a positive amount that would read as
 * zero is "< 0.001". Undefined or null is "—" (F27). Where the visitor checks an amount, use `exactAmount` instead.
 */
export function formatTokenAmount(amount: Amount | null | undefined, locale?: string): string {
  return amount ? tokenAmountFormat(locale)(toDecimalString(amount)) : '—'
}

/** The same for many amounts, as decimal texts. */
export function tokenAmountFormat(locale?: string): (exact: string) => string {
  const write = amountFormat(locale)
  return exact => (/^0*\.000\d*[1-9]/.test(exact) ? `< ${write('0.001')}` : write(exact))
}
