import type { Hono } from 'hono'
import { oneOf } from '../../core/context/oneOf.ts'
import type { Serving } from '../../core/context/room.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { createHttpServer } from '../../core/http/createHttpServer.ts'
import { countRunning, drain } from '../../core/http/drain.ts'
import { listen } from '../../core/http/listen.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeProjects } from '../../projects/makeProjects.ts'
import type { ProjectsSettings } from '../../projects/readProjectsSettings.ts'
import type { CustodySettings } from '../custody/readCustodySettings.ts'
import type { SignInSettings } from '../signin/readSignInSettings.ts'
import { makeFarcaster, makeSocial } from '../social/makeSocial.ts'
import { mountSocialPages } from '../social/mountSocialPages.ts'
import type { SocialSettings } from '../social/readSocialSettings.ts'
import { createFrameApp } from './createFrameApp.ts'
import { listContracts } from './listContracts.ts'
import { listNetworks } from './listNetworks.ts'
import { readFrameBuild } from './readFrameBuild.ts'
import type { FrameSettings } from './readFrameSettings.ts'

export interface FrameNeeds extends FrameSettings, ProjectsSettings, RpcSettings {
  readonly chains: ChainSettings
  readonly custody: CustodySettings
  readonly signIn: SignInSettings
  readonly social: SocialSettings
}

/**
 * Serves the wallet's origin on a port of its own, where FRAME_PORT says so. `servicesPort` is where the services listen
 * on this machine.
 * @throws Error with one clear sentence when there is no build or the port cannot be had.
 */
export async function serveFrame(
  ctx: ServicesContext<FrameNeeds>,
  servicesPort: number,
): Promise<FrameServer | undefined> {
  const { settings, shared, clientAddress, log } = ctx
  if (settings.framePort === undefined) return undefined
  const services =
    settings.frameServices ?? (settings.development ? `http://localhost:${servicesPort}` : undefined)
  if (services === undefined) throw new Error('FRAME_PORT needs FRAME_SERVICES, the origin of the services')
  const { walletOrigin, mode } = settings.custody
  const build = readFrameBuild(settings.frameFolder)
  // A page that does not say it is for that one.
  const pinned = build.version.configuration.custody ?? 'user'
  if (pinned !== mode)
    throw new Error(
      `The wallet page in ${settings.frameFolder} was built for the custody mode ${pinned}, and CUSTODY_MODE is ${mode}: build it with CUSTODY_MODE=${mode}, or set CUSTODY_MODE`,
    )
  const limiter = ctx.limiter({ name: 'wallet page', ...settings.rateLimit, whenDown: 'open' })
  const app = createFrameApp({
    build,
    projects: oneOf(ctx, makeProjects),
    development: settings.development,
    services,
    contracts: listContracts(settings.chains),
    networks: listNetworks(settings.chains),
    isSecure: walletOrigin?.startsWith('https:') === true,
    related: [...new Set([...(walletOrigin === undefined ? [] : [walletOrigin]), ...settings.frameRelated])],
    forget: settings.frameForgets,
    clientAddress,
    limiter,
    log,
  })
  mountSocialPages(app, {
    social: oneOf(ctx, makeSocial),
    farcaster: oneOf(ctx, makeFarcaster),
    services: settings.signIn.publicUrls[0] ?? services,
    shared,
    clientAddress,
    limiter,
    log,
  })
  const { host, framePort: port, headersTimeout } = settings
  const listening = await listenFrame(app, { port, host, headersTimeout })
  log.info({ port: listening.port, services }, 'serving the wallet page')
  return listening
}

export interface FrameServer extends Serving {
  readonly port: number
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
    drain: timeout => drain(server, running, timeout),
    close: () => drain(server, running, 0),
  }
}
