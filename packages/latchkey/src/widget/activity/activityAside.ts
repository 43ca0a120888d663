import { ActivityEmpty } from './ActivityEmpty.tsx'
import { ActivitySwitch } from './ActivitySwitch.tsx'

/** What stands beside the list, or instead of it; fetched where something is hidden or nothing is there. */
export const activityAside = { Empty: ActivityEmpty, Switch: ActivitySwitch } as const
