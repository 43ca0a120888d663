/** Where rows of different heights begin: one entry a row, and the end of the last one behind them. */
export function rowOffsets(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) {
    offsets[index + 1] = (offsets[index] ?? 0) + Math.max(0, heightOf(index))
  }
  return offsets
}

/** The row that stands at a height; the first above all of them, the last below, -1 where there is none. */
export function rowAt(offsets: Float64Array, y: number): number {
  let low = 0
  let high = offsets.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}
