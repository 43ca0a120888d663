import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppTypes, Clock } from '../../core/http/appTypes.ts'
import { createClientAddress } from '../../core/http/createClientAddress.ts'
import { createHttpServer } from '../../core/http/createHttpServer.ts'
import { countRunning, drain } from '../../core/http/drain.ts'
import { listen } from '../../core/http/listen.ts'
import type { Shared } from '../../core/scale/shared.ts'
import type { Settings } from '../../core/settings/parseEnvironment.ts'
import type { Store } from '../../core/store/store.ts'
import { createProjects } from '../../projects/createProjects.ts'
import type { Social } from '../social/createSocial.ts'
import { mountSocialPages } from '../social/mountSocialPages.ts'
import { createFrameApp } from './createFrameApp.ts'
import { readFrameBuild } from './readFrameBuild.ts'

/**
 * Serves the wallet's origin on a port of its own, where FRAME_PORT says so.
 * @throws Error with one clear sentence when there is no build or the port cannot be had.
 */
export async function serveFrame(deps: {
  readonly settings: Settings
  readonly store: Pick<Store, 'db'>
  readonly shared: Shared
  /** Logins by way of a provider, which lead through pages of this origin. */
  readonly social: Social
  readonly clock: Clock
  readonly log: Logger
  readonly host: string
  /** Where the services listen on this machine. */
  readonly servicesPort: number
}): Promise<FrameServer | undefined> {
  const { settings, store, shared, clock, log, host } = deps
  if (settings.framePort === undefined) return undefined
  const services =
    settings.frameServices ?? (settings.development ? `http://localhost:${deps.servicesPort}` : undefined)
  if (services === undefined) throw new Error('FRAME_PORT needs FRAME_SERVICES, the origin of the services')
  const clientAddress = createClientAddress(settings.trustedProxies)
  const limiter = shared.limiter({ name: 'wallet page', ...settings.rateLimit, whenDown: 'open' })
  const app = createFrameApp({
    build: readFrameBuild(settings.frameFolder),
    projects: createProjects({ store, shared, clock, lifetime: settings.projectCache }),
    development: settings.development,
    services,
    isSecure: settings.custody.walletOrigin?.startsWith('https:') === true,
    forget: settings.frameForgets,
    clientAddress,
    limiter,
    log,
  })
  mountSocialPages(app, { social: deps.social, shared, clientAddress, limiter, log })
  const listening = await listenFrame(app, {
    port: settings.framePort,
    host,
    headersTimeout: settings.headersTimeout,
  })
  log.info({ port: listening.port, services }, 'serving the wallet page')
  return listening
}

export interface FrameServer {
  readonly port: number
  /** Takes no new requests, and gives running ones so many milliseconds. */
  close(timeout?: number): Promise<void>
}

/** Opens the port of the wallet's origin. @throws Error with one clear sentence when it cannot be had. */
export async function listenFrame(
  app: Hono<AppTypes>,
  options: { readonly port: number; readonly host: string; readonly headersTimeout?: number },
): Promise<FrameServer> {
  const { headersTimeout = 10_000 } = options
  const server = createHttpServer({ fetch: app.fetch, headersTimeout })
  const running = countRunning(server)
  return {
    port: await listen(server, options.port, options.host),
    close: (timeout = 0) => drain(server, running, timeout),
  }
}
