import { parseAmount } from '../../contract/amount.ts'
import { exactAmount } from '../send/exactAmount.ts'

/** As many decimals as a decimal text on the wire can have. */
const wireDigits = 18

/** An amount by its decimal text, exact, as the locale writes it: '1,250.5 USDC'. */
export function amountWords(decimal: string, symbol: string, locale?: string): string {
  return `${exactAmount(parseAmount(decimal, wireDigits), locale)} ${symbol}`
}
