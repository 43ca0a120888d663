import type { Amount } from '../../contract/amount.ts'

/** A fee to 3 digits that count, rounded up, so that the shown fee is never below the real one. */
export function shortFee({ value, decimals }: Amount): Amount {
  const surplus = Math.max(0, value.toString().length - 3)
  const scale = 10n ** BigInt(surplus)
  return { value: ((value + scale - 1n) / scale) * scale, decimals }
}
