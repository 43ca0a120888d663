import { ActivityEmpty } from './ActivityEmpty.tsx'
import { ActivitySuspicion } from './ActivitySuspicion.tsx'
import { ActivitySwitch } from './ActivitySwitch.tsx'

/** What a list needs that has something suspicious in it, or nothing at all; fetched where it is so. */
export const activityAside = {
  Empty: ActivityEmpty,
  Switch: ActivitySwitch,
  Suspicion: ActivitySuspicion,
} as const

export type ActivityAside = typeof activityAside
