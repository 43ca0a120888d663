export interface TileGrid {
  readonly count: number
  readonly columns: number
  /** The text runs from right to left. */
  readonly rtl: boolean
}

/** The tile that a key leads to from the one with focus; -1 is out of the grid at its top, null: not a key of a grid. */
export function nextTile(key: string, from: number, { count, columns, rtl }: TileGrid): number | null {
  const within = (index: number) => Math.min(Math.max(index, 0), count - 1)
  const rows = Math.ceil(count / columns)
  switch (key) {
    case 'ArrowRight':
      return within(from + (rtl ? -1 : 1))
    case 'ArrowLeft':
      return within(from + (rtl ? 1 : -1))
    case 'ArrowUp':
      return from < columns ? -1 : from - columns
    case 'ArrowDown':
      // Below the last row's end there is still its last tile.
      return Math.floor(from / columns) === rows - 1 ? from : within(from + columns)
    case 'PageUp':
      return from < columns ? from : from - columns * Math.min(3, Math.floor(from / columns))
    case 'PageDown':
      return within(Math.min(from + columns * 3, from + columns * (rows - 1 - Math.floor(from / columns))))
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
