import { type ReadVariable, wholeNumber } from '../../core/settings/readers.ts'

export interface AnalyticsSettings {
  /** Days for which single events are stored; the counts per day stay. */
  readonly days: number
}

export function readAnalyticsSettings(read: ReadVariable): AnalyticsSettings {
  return { days: read('ANALYTICS_DAYS', 30, wholeNumber(1, 3_650)) }
}
