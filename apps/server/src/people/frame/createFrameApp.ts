import { Hono } from 'hono'
import {
  type FrameSite,
  framePath,
  frameSiteName,
  frameVersionPath,
  projectIdSchema,
} from 'latchkey/services'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Project } from '../../core/http/project.ts'
import { setFaultHeaders } from '../../core/http/routeFault.ts'
import { toFault } from '../../core/http/toFault.ts'
import type { RateLimiter } from '../../core/scale/shared.ts'
import type { Projects } from '../../projects/createProjects.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import { assetHeaders, bareHeaders, frameHeaders, transportSecurity } from './frameHeaders.ts'
import type { FrameBuild } from './readFrameBuild.ts'
import type { ClearableData } from './readFrameSettings.ts'

/** Pages of this machine, as CSP says it; that nothing of the wallet's own site is among them is the page's to see. */
const loopbackSources = ['http', 'https'].flatMap(scheme =>
  ['localhost', '*.localhost', '127.0.0.1'].map(host => `${scheme}://${host}:*`),
)

const askedWords = ['cross-site', 'same-site', 'same-origin', 'none'] as const

/** The wallet's origin: one page for each project, its files, and nothing else. */
export function createFrameApp(deps: {
  readonly build: FrameBuild
  readonly projects: Projects
  /** Whether projects of development exist. */
  readonly development: boolean
  /** Origin of the services. */
  readonly services: string
  /** What the operator says of networks and tokens; absent: nothing. */
  readonly contracts?: FrameSite['contracts']
  /** What the operator calls networks; absent: nothing. */
  readonly networks?: FrameSite['networks']
  /** Whether browsers reach it by TLS. */
  readonly isSecure: boolean
  /** Origins that may use passkeys of this origin's name, its own among them. */
  readonly related: readonly string[]
  readonly forget: readonly ClearableData[]
  readonly clientAddress: (c: AppContext) => string
  readonly limiter: RateLimiter
  readonly log: Logger
}): Hono<AppTypes> {
  const { build, projects, services, forget, log } = deps
  const app = new Hono<AppTypes>()

  // An attacker who redirects the name needs a certificate as well (T100).
  app.use(async (c, next) => {
    await next()
    if (deps.isSecure) c.header('strict-transport-security', transportSecurity)
  })

  app.get(framePath, async c => {
    const wait = await deps.limiter(deps.clientAddress(c), 1)
    const project = wait > 0 ? undefined : await find(c.req.query('projectId'))
    const loopback = project !== undefined && isDevelopmentProject(project.id)
    const asked = c.req.header('sec-fetch-site')
    const site: FrameSite | undefined = project && {
      projectId: project.id,
      origins: [...project.allowedOrigins],
      loopback,
      services,
      ...(deps.contracts && { contracts: deps.contracts }),
      ...(deps.networks && { networks: deps.networks }),
      ...(project.addresses.length > 0 && {
        payee: { name: project.name, addresses: [...project.addresses] },
      }),
      asked: askedWords.find(word => word === asked) ?? null,
    }
    const headers = frameHeaders({
      ancestors: [...(project?.allowedOrigins ?? []), ...(loopback ? loopbackSources : [])],
      services,
      inlineHashes: build.inlineHashes,
      isFramed: c.req.header('sec-fetch-dest') !== 'document',
      forget,
    })
    const [before, after] = build.page
    const words = site
      ? `<meta name="${frameSiteName}" content="${escapeText(JSON.stringify(site))}">\n    `
      : ''
    const status = wait > 0 ? 429 : project === undefined ? 403 : 200
    if (wait > 0) headers['retry-after'] = String(wait)
    return c.html(`${before}${words}${after}`, status, headers)
  })

  app.get(`${framePath}assets/:name`, c => {
    const file = build.files.get(c.req.path)
    if (file === undefined) return c.notFound()
    const isSmall = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    return c.body(isSmall ? file.gzip : file.body, 200, {
      ...assetHeaders,
      'content-type': file.type,
      ...(isSmall && { 'content-encoding': 'gzip' }),
    })
  })

  // Public, so that anyone can compare it with the hash log. It says nothing of a visitor.
  app.get(frameVersionPath, c => c.json(build.version, 200, { ...bareHeaders, 'cache-control': 'no-store' }))

  // Browsers read it before another origin may use a passkey of this name (WebAuthn §5.11).
  app.get('/.well-known/webauthn', c =>
    c.json({ origins: deps.related }, 200, { ...bareHeaders, 'cache-control': 'no-store' }),
  )

  app.notFound(c => c.text('There is no such page at the wallet.\n', 404, bareHeaders))
  app.onError((error, c) => {
    const fault = toFault(error, c, log)
    setFaultHeaders(c, fault)
    return c.text('The wallet cannot be shown just now.\n', fault.status, bareHeaders)
  })
  return app

  /** A project that names no page has no wallet, unless it is one of development. */
  async function find(id: string | undefined): Promise<Project | undefined> {
    if (!v.is(projectIdSchema, id)) return undefined
    const isOfDevelopment = isDevelopmentProject(id)
    if (isOfDevelopment && !deps.development) return undefined
    const project = await projects.find(id)
    return project && (isOfDevelopment || project.allowedOrigins.length > 0) ? project : undefined
  }
}

function escapeText(text: string): string {
  return text.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)
}
