import type { Generated } from 'kysely'
import type { IndexerTables } from '../../data/indexer/tables.ts'
import type { NameTables } from '../../data/names/tables.ts'
import type { AnalyticsTables } from '../../people/analytics/tables.ts'
import type { CustodyTables } from '../../people/custody/tables.ts'
import type { LoginTables } from '../../people/login/tables.ts'
import type { SignInTables } from '../../people/signin/tables.ts'
import type { SocialTables } from '../../people/social/tables.ts'
import type { RelayTables } from '../../relay/tables.ts'
import type { ScaleTables } from '../scale/tables.ts'

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
