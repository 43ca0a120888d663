/** The count of a directory for the search row: floored to a ten, with a plus when that left some out (SPEC-NOTES §2). */
export function formatWalletCount(count: number): string {
  if (!(count >= 10)) return count > 0 ? String(Math.floor(count)) : ''
  const floored = Math.floor(count / 10) * 10
  return floored < count ? `${floored}+` : String(floored)
}
