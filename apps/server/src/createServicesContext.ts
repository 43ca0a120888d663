import type { Logger } from 'pino'
import { provide } from './core/context/oneOf.ts'
import type { ServicesContext } from './core/context/servicesContext.ts'
import type { Clock } from './core/http/appTypes.ts'
import { createClientAddress } from './core/http/createClientAddress.ts'
import type { Metrics } from './core/metrics/metrics.ts'
import { createLocalShared } from './core/scale/createLocalShared.ts'
import type { Shared } from './core/scale/shared.ts'
import type { Store } from './core/store/store.ts'
import { createGate } from './projects/createGate.ts'
import { createProjects } from './projects/createProjects.ts'
import { makeProjects } from './projects/makeProjects.ts'
import { warnOfOrigins } from './projects/warnOfOrigins.ts'
import type { Settings } from './rooms.ts'

export interface ContextOptions {
  readonly store: Store
  readonly settings: Settings
  readonly log: Logger
  /** What this process shares with others; with itself alone by default. */
  readonly shared?: Shared
  readonly metrics?: Metrics
  /** Monotonic milliseconds. */
  readonly clock?: Clock
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Whether the server is stopping; never by default. */
  readonly isDraining?: () => boolean
}

/** What every room of one server works with. `provide` puts keys and simulated parts into it before `createApp`. */
export function createServicesContext(options: ContextOptions): ServicesContext<Settings> {
  const { store, settings, log, metrics, clock = () => performance.now() } = options
  const { now = Date.now, isDraining = () => false } = options
  const shared = options.shared ?? createLocalShared({ clock, log })
  const { limiter } = shared
  const clientAddress = createClientAddress(settings.trustedProxies)
  const { rateLimit, rateLimitWithoutOrigin: slower } = settings
  // The longest batch has to fit in.
  const burst = Math.max(settings.rpcBatchLimit, Math.min(rateLimit.burst, slower.burst))
  const onIgnored = warnOfOrigins(log)
  const projects = createProjects({ store, shared, clock, lifetime: settings.projectCache, onIgnored })
  const gate = createGate({
    projects,
    development: settings.development,
    walletOrigin: settings.custody.walletOrigin,
    limiter: limiter({ name: 'calls', ...rateLimit, whenDown: 'open' }),
    limiterWithoutOrigin: limiter({
      name: 'calls without origin',
      perSecond: Math.min(rateLimit.perSecond, slower.perSecond),
      burst,
      whenDown: 'open',
    }),
    burst,
    clientAddress,
  })
  const ctx: ServicesContext<Settings> = {
    settings,
    store,
    shared,
    limiter,
    log,
    clock,
    now,
    gate,
    bodyLimit: settings.bodyLimit,
    clientAddress,
    isDraining,
    made: new Map(),
    ...(metrics && { metrics }),
  }
  provide(ctx, makeProjects, projects)
  return ctx
}
