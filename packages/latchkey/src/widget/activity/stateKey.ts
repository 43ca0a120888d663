import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import type { sentTexts } from './activityTexts.ts'

/** How it stands, where the title does not say all of it. */
export function stateKey({ status, replacement }: ActivityEntry): keyof typeof sentTexts | undefined {
  if (status === 'confirmed') return replacement === 'repriced' ? 'activity.state.repriced' : undefined
  if (status === 'failed') return undefined
  if (status !== 'replaced') return `activity.state.${status}`
  if (replacement === 'cancelled') return 'activity.state.cancelledBy'
  return replacement === 'repriced' ? 'activity.state.repricedBy' : 'activity.state.otherBy'
}
