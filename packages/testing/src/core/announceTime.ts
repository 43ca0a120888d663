/** When a wallet announces itself: `'now'`, `'late'` (1 s), after a number of milliseconds, or `'manual'` (at `announce()`). */
export type AnnounceTime = 'now' | 'late' | 'manual' | number

const lateAnnouncement = 1_000

/** Milliseconds to wait; undefined for `'manual'`. */
export function announceDelay(time: AnnounceTime = 'now'): number | undefined {
  if (time === 'now') return 0
  return time === 'late' ? lateAnnouncement : time === 'manual' ? undefined : time
}
