import type { Amount } from '../../contract/amount.ts'
import { toFiatDecimal } from '../../engine/flows/send/fiatAmount.ts'
import { formatFiat } from '../texts/formatFiat.ts'

/** What an amount is worth; of the least dust "< $0.01" (F27). Undefined where there is no price. */
export function fiatOf(
  amount: Amount,
  price: number | undefined,
  currency: string,
  locale?: string,
): string | undefined {
  const fiat = toFiatDecimal(amount, price, 6)
  return fiat && formatFiat(Number(fiat) || (amount.value > 0n ? 1e-6 : 0), currency, locale)
}
