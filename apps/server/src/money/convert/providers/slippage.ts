/** How a vendor's API writes slippage. */
export const slippageUnits = {
  /** Hundredths of a percent: 0x and Jupiter, and ours. */
  bps: 1,
  /** A part of one: LI.FI. */
  fraction: 10_000,
  /** Uniswap's API and most forms. */
  percent: 100,
} as const

/** How a vendor's API writes slippage. */
export type SlippageUnit = keyof typeof slippageUnits

/** Writes slippage of so many hundredths of a percent in a vendor's unit: 100 is `100`, `0.01` or `1`. */
export function slippage(bps: number, unit: SlippageUnit): string {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000)
    throw new RangeError('Slippage is a whole number from 0 to 10,000')
  // Four decimals at the most, so no number here is written with an exponent.
  return String(bps / slippageUnits[unit])
}
