/** Negative, zero or positive as the first decimal text is below, equal to, or above the second. */
export function compareDecimals(one: string, other: string): number {
  const [a = '0', b = '0'] = alike(one, other)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Both with as many digits before and behind the point: as texts they then compare as numbers do. */
function alike(...texts: readonly string[]): readonly string[] {
  const parts = texts.map(text => text.split('.'))
  const [left, right] = [0, 1].map(at => Math.max(...parts.map(part => part[at]?.length ?? 0))) as [
    number,
    number,
  ]
  return parts.map(([whole = '', fraction = '']) => whole.padStart(left, '0') + fraction.padEnd(right, '0'))
}
