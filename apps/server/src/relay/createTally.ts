/** How many there are of each name. */
export interface Tally {
  count(name: string): number
  /** One more; the answer takes it back. */
  join(name: string): () => void
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count: name => counts.get(name) ?? 0,
    join(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      }
    },
  }
}
