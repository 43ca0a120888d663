import { isLoopbackOrigin, isOrigin, projectIdSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { AppContext } from '../core/http/appTypes.ts'
import type { Gate, GateRules } from '../core/http/gate.ts'
import type { Project } from '../core/http/project.ts'
import { RouteFault } from '../core/http/routeFault.ts'
import type { RateLimiter } from '../core/scale/shared.ts'
import type { Projects } from './createProjects.ts'
import { isDevelopmentProject } from './findProject.ts'

export function createGate(deps: {
  readonly projects: Projects
  readonly development: boolean
  /** The origin of the wallet's frame; undefined refuses every caller of the wallet's calls. */
  readonly walletOrigin?: string | undefined
  readonly limiter: RateLimiter
  /** For requests that name no page (T103). */
  readonly limiterWithoutOrigin: RateLimiter
  /** What both limiters let a client have at once. */
  readonly burst: number
  readonly clientAddress: (c: AppContext) => string
}): Gate {
  const { projects, limiter, limiterWithoutOrigin } = deps

  const take = async (c: AppContext, bucket: string, cost: number, count = limiter): Promise<void> => {
    const wait = await count(`${bucket} ${deps.clientAddress(c)}`, cost)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
  }
  const takeOf = (c: AppContext, project: Project, cost: number, rules: GateRules = {}): Promise<void> => {
    if (rules.isEmbedded) return take(c, `embedded ${project.id}`, cost)
    const named = c.req.header('origin') !== undefined
    return take(c, project.id, cost, named ? limiter : limiterWithoutOrigin)
  }

  const identify = async (c: AppContext): Promise<Project> => {
    const [id, second] = c.req.queries('projectId') ?? []
    // Without a project there is no list either: any page may read the error in its project id.
    open(c, '*')
    if (id === undefined || id === '') throw new RouteFault('APKT008')
    const isWord =
      second === undefined && v.is(projectIdSchema, id) && (!isDevelopmentProject(id) || deps.development)
    // One bucket per client for all ids that are not known, counted before the store is asked, or guessing would be free.
    if (!isWord || !projects.has(id)) await take(c, '?', 1)
    const project = isWord ? await projects.find(id) : undefined
    if (project === undefined) throw new RouteFault('APKT007')
    c.set('projectId', project.id)
    return project
  }

  /** Says who may read the answer, and whether the page belongs to the project. */
  const openToPage = (c: AppContext, project: Project, rules: GateRules): boolean => {
    c.header('Vary', 'Origin')
    const origin = c.req.header('origin')
    if (rules.audience === 'anyone') return true
    if (origin === undefined) {
      c.header('Access-Control-Allow-Origin', undefined)
      return rules.audience !== 'pages' && rules.audience !== 'wallet'
    }
    const isWallet = (rules.audience === 'wallet' || rules.isForWallet) && origin === deps.walletOrigin
    const isOwn = isWallet || (rules.audience !== 'wallet' && isAllowedOrigin(project, origin))
    open(c, isOwn ? origin : '*')
    return isOwn
  }

  return {
    async admit(c, rules = {}) {
      const project = await identify(c)
      if (!openToPage(c, project, rules)) {
        // A bucket of its own, or a foreign page could use up what its visitor has at the project's pages.
        await take(c, `outside ${project.id}`, 1)
        throw new RouteFault('APKT002')
      }
      await takeOf(c, project, 1, rules)
      return project
    },
    // The request itself was counted when it was let in.
    charge: (c, project, cost, rules) => takeOf(c, project, Math.min(cost, deps.burst - 1), rules),
    async preflight(c, rules = {}) {
      const project = await identify(c)
      openToPage(c, project, rules)
      // A bucket of their own: the requests they ask for are counted, and a refused question cannot be read by the page.
      await take(c, `preflight ${project.id}`, 1)
      c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
      c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, DPoP')
      c.header('Access-Control-Max-Age', '600')
      return c.body(null, 204)
    },
  }
}

function open(c: AppContext, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin)
  // By the date a page learns how far its own clock is off (F38).
  c.header('Access-Control-Expose-Headers', 'Date, Retry-After, X-Request-Id')
}

/** No list lets a page in unless it names the page; only a development project takes any page of this machine. */
export function isAllowedOrigin(project: Project, origin: string): boolean {
  if (isDevelopmentProject(project.id) && isLoopbackOrigin(origin)) return true
  return isOrigin(origin) && project.allowedOrigins.includes(origin)
}
