/** A block's height, as a number or in decimal digits; undefined for anything else. */
export function readHeight(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
