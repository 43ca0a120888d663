import type { RouteDefinition } from 'latchkey/services'
import type { Logger } from 'pino'
import type { AppContext } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import type { Project } from '../../core/http/project.ts'
import type { RateLimiter } from '../../core/scale/shared.ts'
import type { Custody } from './createCustody.ts'
import type { Authorise, CustodyCaller } from './custodyCaller.ts'
import type { AccountPolicies } from './policy/createPolicies.ts'

export interface CustodyDeps {
  readonly custody: Custody
  readonly authorise: Authorise
  readonly gate: Gate
  readonly bodyLimit: number
  /** Calls of one device; it refuses while it cannot count (T104). */
  readonly limiter: RateLimiter
  /** Calls of one account, from all its devices: what its rows of the audit can grow by. Refuses while it cannot count. */
  readonly accountLimiter: RateLimiter
  /** What visitors may sign. */
  readonly policies: AccountPolicies
  /** Whether wallets may be made with the smart account: operations are carried on some network. */
  readonly hasSmartAccounts: boolean
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** How a part of the room answers its calls. */
export interface CustodyCalls {
  /** Who asks, counted, and with a proof of this very body. @throws RouteFault */
  enter(c: AppContext, project: Project, body?: object): Promise<CustodyCaller>
  /**
   * Refuses a caller without a wallet or without possession of its key; unlocks the password of one with it. @throws
   * RouteFault
   */
  requireKey(
    caller: CustodyCaller,
    call: RouteDefinition,
    body: { readonly possession: string },
  ): Promise<void>
}

/** Every page that may call is the wallet's own: no host page reaches a key share. */
export const walletPages = { audience: 'wallet' } as const
