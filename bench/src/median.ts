/** The middle value; of an even count the lower of the two, so that it is one that was measured. */
export function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}
