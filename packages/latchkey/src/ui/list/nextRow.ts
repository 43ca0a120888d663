/** Which row a key leads to, over rows that are no stops; null when it leads nowhere. `page`: rows that are seen at once. */
export function nextRow(
  key: string,
  from: number,
  rows: { readonly count: number; readonly page: number; readonly isStop: (index: number) => boolean },
): number | null {
  const { count, page, isStop } = rows
  const last = count - 1
  const step = Math.max(1, page - 1)
  const wanted: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: Math.min(from + step, last),
    PageUp: Math.max(from - step, 0),
    Home: 0,
    End: last,
  }
  const to = Object.hasOwn(wanted, key) ? wanted[key] : undefined
  if (to === undefined || to < 0 || to > last) return null
  const ahead = to > from || key === 'Home' ? 1 : -1
  // From where the key leads onwards, then back again, so that the first and last stops can be reached past headings.
  for (let index = to; index >= 0 && index <= last; index += ahead) if (isStop(index)) return otherThan(index)
  for (let index = to; index >= 0 && index <= last; index -= ahead) if (isStop(index)) return otherThan(index)
  return null

  function otherThan(index: number): number | null {
    return index === from ? null : index
  }
}
