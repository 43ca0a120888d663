import type { ActivityAside } from './activityAside.ts'

/** Fetches what warns of entries; one function for all who want it (`useLater`). */
export const loadAside = (): Promise<ActivityAside> =>
  import('./activityAside.ts').then(module => module.activityAside)
