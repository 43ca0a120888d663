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
  /** What a backend proves itself with: a hash, never the secret. */
  project_secrets: {
    /** How the operator names it. */
    id: string
    project_id: string
    /** SHA-256 of the secret as hex. */
    hash: string
    created_at: number
  }
  /** Where a project is notified. */
  project_webhooks: {
    project_id: string
    url: string
    /** `whsec_…`: messages are signed with it, so it is stored as it is. */
    secret: string
    /** The one before, which signs as well until `old_until`. */
    old_secret: string | null
    old_until: number | null
    created_at: number
  }
  /** The accounts that a project's payments may go to. */
  project_receivers: {
    project_id: string
    /** CAIP-10, its address in the one spelling that the store has. */
    account: string
  }
}
