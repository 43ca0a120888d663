const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after each failure, as Standard Webhooks proposes them; the last one repeats. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour]
/** Milliseconds for which a message is tried. */
export const triedFor = 72 * hour

/**
 * When a message is tried again after so many tries since a moment; null when its three days are over. A last try falls on
 * their end. `chance` is from 0 to 1: messages that failed together come apart.
 */
export function nextTry(options: {
  readonly tries: number
  readonly since: number
  readonly now: number
  readonly chance: number
}): number | null {
  const { tries, since, now, chance } = options
  const end = since + triedFor
  if (now >= end) return null
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 5 * second
  return Math.min(end, now + Math.round(pause * (0.9 + 0.2 * chance)))
}
