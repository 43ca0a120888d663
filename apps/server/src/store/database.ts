import type { IndexerTables } from '../indexer/tables.ts'

/** The tables as queries see them; `migrations.ts` makes them. */
export interface Database extends IndexerTables {
  projects: {
    id: string
    name: string
    /** Milliseconds since 1970. */
    created_at: number
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
