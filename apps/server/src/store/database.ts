import type { Generated } from 'kysely'
import type { AnalyticsTables } from '../analytics/tables.ts'
import type { CustodyTables } from '../custody/tables.ts'
import type { IndexerTables } from '../indexer/tables.ts'
import type { LoginTables } from '../login/tables.ts'
import type { NameTables } from '../names/tables.ts'
import type { RelayTables } from '../relay/tables.ts'
import type { ScaleTables } from '../scale/tables.ts'
import type { SignInTables } from '../signin/tables.ts'
import type { SocialTables } from '../social/tables.ts'

/** The tables as queries see them; `migrations.ts` makes them. */
export interface Database
  extends AnalyticsTables,
    CustodyTables,
    IndexerTables,
    LoginTables,
    NameTables,
    RelayTables,
    ScaleTables,
    SignInTables,
    SocialTables {
  migrations: {
    id: number
    name: string
    /** Milliseconds since 1970. */
    at: number
  }
  projects: {
    id: string
    name: string
    /** Milliseconds since 1970. */
    created_at: number
    /** 0 or 1: whether its pages' events are stored. */
    is_analytics_enabled: Generated<number>
    /** Grows with each change of its flags. */
    revision: Generated<number>
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
