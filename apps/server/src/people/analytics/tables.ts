/** The tables of the analytics room; `migration.ts` makes them. */
export interface AnalyticsTables {
  analytics_events: {
    project_id: string
    /** The sender's: it counts once. */
    event_id: string
    /** The day on which it came, in UTC: `2026-01-31`. */
    day: string
    /** Milliseconds since 1970 at which it came. */
    at: number
    event: string
    /** Host name of the page. */
    domain: string
    /** JSON of the event's properties, as the contract's closed schema left them. */
    properties: string
    /** 0 or 1: whether `analytics_days` has it. */
    is_counted: number
  }
  analytics_days: {
    project_id: string
    day: string
    event: string
    events: number
  }
}
