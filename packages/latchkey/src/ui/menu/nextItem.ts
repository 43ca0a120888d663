/** Returns the index of the item that a key leads to, round the ends; null for other keys. `from` is -1 for none. */
export function nextItem(key: string, from: number, names: readonly string[]): number | null {
  const count = names.length
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count
    case 'ArrowUp':
      return (Math.max(from, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return key.length === 1 && key !== ' ' ? withLetter(key, from, names) : null
  }
}

/** The next item after `from` whose name begins with the letter. */
function withLetter(letter: string, from: number, names: readonly string[]): number | null {
  const wanted = letter.toLocaleLowerCase()
  const order = names.map((_, at) => (from + 1 + at) % names.length)
  return order.find(at => names[at]?.trim().toLocaleLowerCase().startsWith(wanted)) ?? null
}
