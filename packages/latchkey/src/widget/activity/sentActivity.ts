import { settleSends } from '../../engine/nouns/activity/settleSends.ts'
import { activityTexts, sentTexts } from './activityTexts.ts'
import { SentBadge } from './SentBadge.tsx'
import { SentOutcomes } from './SentOutcomes.tsx'
import { stateKey } from './stateKey.ts'

/** What a list needs that has transfers sent from here in it; fetched with the first of them. */
export const sentActivity = {
  settle: settleSends,
  texts: { ...activityTexts, ...sentTexts },
  stateKey,
  Badge: SentBadge,
  Outcomes: SentOutcomes,
} as const

export type SentActivity = typeof sentActivity
