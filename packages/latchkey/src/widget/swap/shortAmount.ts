import type { Amount } from '../../contract/amount.ts'

/** How many digits of a quoted amount are shown; those before the point always are. */
const digits = 8

/** A quoted amount in few digits: `up` for what leaves, so that no less is shown than is paid; else down. */
export function shortAmount({ value, decimals }: Amount, up: boolean): Amount {
  const surplus = Math.min(decimals, Math.max(0, value.toString().length - digits))
  const scale = 10n ** BigInt(surplus)
  return { value: ((value + (up ? scale - 1n : 0n)) / scale) * scale, decimals }
}
