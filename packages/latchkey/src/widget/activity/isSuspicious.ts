import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'

/** Whether an entry deserves a word of warning. */
export function isSuspicious({ alike, hidden, marks }: ActivityEntry): boolean {
  return hidden || alike !== undefined || marks.length > 0
}
