import { type Amount, toDecimalString } from '../../contract/amount.ts'

/** What one whole unit of `sold` gives of `bought`, as a decimal text of at most 6 digits that count; undefined without an amount. */
export function rateOf(sold: Amount, bought: Amount): string | undefined {
  if (sold.value <= 0n) return undefined
  const places = 24
  const value =
    (bought.value * 10n ** BigInt(places + sold.decimals)) / (sold.value * 10n ** BigInt(bought.decimals))
  const surplus = Math.min(places, Math.max(0, value.toString().length - 6))
  const scale = 10n ** BigInt(surplus)
  return toDecimalString({ value: (value / scale) * scale, decimals: places })
}
