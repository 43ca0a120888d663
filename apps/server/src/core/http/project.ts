import type { ProjectFeature } from 'latchkey/services'

/** Who may use the services: what a request's project id stands for. */
export interface Project {
  readonly id: string
  readonly name: string
  /** Empty: no page may use it. */
  readonly allowedOrigins: readonly string[]
  /** How often its flags were changed. */
  readonly revision: number
  /** Its remote flags, by id. */
  readonly features: readonly ProjectFeature[]
  /** EVM addresses that belong to it, by the operator's word: the wallet calls them by the project's name. */
  readonly addresses: readonly `0x${string}`[]
  /** Whether its pages' events are stored. */
  readonly isAnalyticsEnabled: boolean
}
