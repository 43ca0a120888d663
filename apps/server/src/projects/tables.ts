import type { Generated } from 'kysely'

/** The projects that may use the services, and their enabled features. */
export interface ProjectTables {
  projects: {
    id: string
    name: string
    /** Milliseconds since 1970. */
    created_at: number
    /** 0 or 1: whether its pages' events are stored. */
    is_analytics_enabled: Generated<number>
    /** Grows with each change of its flags. */
    revision: Generated<number>
    /** JSON text: a list of addresses that belong to it. */
    addresses: Generated<string>
  }
  project_origins: {
    project_id: string
    /** As a browser writes it in `Origin`. */
    origin: string
  }
  project_features: {
    project_id: string
    feature_id: string
    /** 0 or 1. */
    is_enabled: number
    /** JSON text, or null. */
    config: string | null
  }
}
