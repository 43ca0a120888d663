import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import type { sentTexts } from './activityTexts.ts'

/** How it stands, where the title does not say all of it. */
export function stateKey({ status, replacement, order }: ActivityEntry): keyof typeof sentTexts | undefined {
  if (order && status === 'pending') return `activity.state.${order.state === 'sent' ? 'sent' : 'open'}`
  if (order && status === 'unknown') return 'activity.state.lostSight'
  if (status === 'confirmed') return replacement === 'repriced' ? 'activity.state.repriced' : undefined
  if (status === 'failed') return undefined
  if (status !== 'replaced') return `activity.state.${status}`
  if (replacement === 'cancelled') return 'activity.state.cancelledBy'
  return replacement === 'repriced' ? 'activity.state.repricedBy' : 'activity.state.otherBy'
}
