/** Visits one address may make within the window, on each chain. */
export const visitLimit = 5
/** Milliseconds. */
export const visitWindow = 60_000

/**
 * Counts visits by key in a sliding window; forgets a key once its visits have left the window.
 * @returns a function that admits a visit (0) or says how many milliseconds to wait.
 */
export function createVisitLimit(now: () => number): (key: string) => number {
  const visits = new Map<string, readonly number[]>()
  return key => {
    const oldest = now() - visitWindow
    for (const [known, times] of visits) {
      const recent = times.filter(time => time > oldest)
      if (recent.length === 0) visits.delete(known)
      else visits.set(known, recent)
    }
    const times = visits.get(key) ?? []
    const [first] = times
    if (first !== undefined && times.length >= visitLimit) return first - oldest
    visits.set(key, [...times, now()])
    return 0
  }
}
