export interface CellGrid {
  /** How many tiles each group has, in order; none is empty. */
  readonly groups: readonly number[]
  readonly columns: number
  /** The text runs from right to left. */
  readonly rtl: boolean
}

/**
 * The tile that a key leads to from the one with focus, counted through all groups: every group begins a line of its own, and
 * up and down keep the column. Null: not a key of a grid, or nowhere to go that way.
 */
export function nextCell(key: string, from: number, { groups, columns, rtl }: CellGrid): number | null {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, count) => sum + count, 0))
  const count = groups.reduce((sum, each) => sum + each, 0)
  const group = starts.findLastIndex(start => start <= from)
  const [start = 0, size = 0] = [starts[group], groups[group]]
  const at = from - start
  const column = at % columns
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      const to = from + ((key === 'ArrowRight') === rtl ? -1 : 1)
      return to < 0 || to > last ? null : to
    }
    case 'ArrowUp': {
      if (at >= columns) return from - columns
      const before = groups[group - 1]
      if (before === undefined) return null
      const line = Math.floor((before - 1) / columns) * columns
      return (starts[group - 1] ?? 0) + Math.min(line + column, before - 1)
    }
    case 'ArrowDown': {
      const line = Math.floor(at / columns)
      if (line < Math.floor((size - 1) / columns)) return start + Math.min(at + columns, size - 1)
      const after = groups[group + 1]
      return after === undefined ? null : start + size + Math.min(column, after - 1)
    }
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
