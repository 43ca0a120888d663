import type { Room } from '../../core/context/room.ts'
import { keepEventsYoung } from './dropOldEvents.ts'
import { analyticsMigration } from './migration.ts'
import { mountAnalytics } from './mountAnalytics.ts'
import { type AnalyticsSettings, readAnalyticsSettings } from './readAnalyticsSettings.ts'

/** Events of pages, for projects that want them. */
export const analyticsRoom: Room<{ readonly analytics: AnalyticsSettings }> = {
  settings: read => ({ analytics: readAnalyticsSettings(read) }),
  migrations: [analyticsMigration],
  mount: mountAnalytics,
  sweep: ({ store, settings, now }) => ({
    analytics: term => keepEventsYoung({ store, days: settings.analytics.days, now }, term),
  }),
}
