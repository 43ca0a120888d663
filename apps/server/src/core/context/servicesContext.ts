import type { Logger } from 'pino'
import type { AppContext, Clock } from '../http/appTypes.ts'
import type { Gate } from '../http/gate.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Shared } from '../scale/shared.ts'
import type { Store } from '../store/store.ts'
import type { CoreSettings } from './readCoreSettings.ts'

/** What every room of one server works with. `S` names the settings of rooms that the user of the context reads. */
export interface ServicesContext<S = unknown> {
  readonly settings: CoreSettings & S
  readonly store: Store
  /** What the processes of one installation share: limits, leads, messages. */
  readonly shared: Shared
  /** Counts what one key may do; a shorthand for `shared.limiter`. */
  readonly limiter: Shared['limiter']
  readonly log: Logger
  /** Monotonic milliseconds. */
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Who may call. */
  readonly gate: Gate
  /** Bytes of a request body; `settings.bodyLimit`. */
  readonly bodyLimit: number
  /** The client that a request is counted on. */
  readonly clientAddress: (c: AppContext) => string
  /** Absent without METRICS_PORT. */
  readonly metrics?: Metrics
  /** Whether the server is stopping: readiness fails and connections are not kept alive. */
  readonly isDraining: () => boolean
  /** What exists once in this server, by its maker: `oneOf` and `provide` read and write it. */
  readonly made: Map<unknown, unknown>
}
