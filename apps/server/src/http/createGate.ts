import { isLoopbackOrigin, isOrigin, projectIdSchema } from 'latchkey/contract'
import * as v from 'valibot'
import { developmentProjectId, findProject, type Project } from '../projects/findProject.ts'
import type { RateLimiter } from '../scale/shared.ts'
import type { Store } from '../store/store.ts'
import type { AppContext } from './appTypes.ts'
import { RouteFault } from './routeFault.ts'

export interface GateRules {
  /** `anyone` for the one call that a page outside the project's list may read: the list itself. */
  readonly audience?: 'project' | 'anyone'
}

/** Who may call: a known project, from one of its pages or from no page at all, within its rate (SPEC §7, §8). */
export interface Gate {
  /**
   * Lets a request in and marks its answer readable for the page that sent it.
   * @throws RouteFault APKT008, APKT007, APKT002 or APKT010.
   */
  admit(c: AppContext, rules?: GateRules): Promise<Project>
  /** Counts further work of an admitted request. @throws RouteFault APKT010. */
  charge(c: AppContext, project: Project, cost: number): Promise<void>
  /** Answers a browser's question whether it may send the request. @throws RouteFault as `admit`. */
  preflight(c: AppContext, rules?: GateRules): Promise<Response>
}

export function createGate(deps: {
  readonly store: Store
  readonly development: boolean
  readonly limiter: RateLimiter
  readonly clientAddress: (c: AppContext) => string
}): Gate {
  const take = async (c: AppContext, project: string, cost: number): Promise<void> => {
    const wait = await deps.limiter(`${project} ${deps.clientAddress(c)}`, cost)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
  }

  const identify = async (c: AppContext): Promise<Project> => {
    const [id, second] = c.req.queries('projectId') ?? []
    if (id === undefined || id === '') {
      openToAll(c)
      throw new RouteFault('APKT008')
    }
    const known =
      second === undefined && v.is(projectIdSchema, id) && (id !== developmentProjectId || deps.development)
    const project = known ? await findProject(deps.store, id) : undefined
    if (project === undefined) {
      // One bucket per client for all ids that do not exist, or guessing would cost nothing.
      openToAll(c)
      await take(c, '?', 1)
      throw new RouteFault('APKT007')
    }
    return project
  }

  const openToPage = (c: AppContext, project: Project, rules: GateRules): void => {
    c.header('Vary', 'Origin')
    const origin = c.req.header('origin')
    if (rules.audience === 'anyone') openToAll(c)
    else if (origin === undefined) return
    else if (isAllowed(project, origin)) open(c, origin)
    else throw new RouteFault('APKT002')
  }

  return {
    async admit(c, rules = {}) {
      const project = await identify(c)
      c.set('projectId', project.id)
      openToPage(c, project, rules)
      await take(c, project.id, 1)
      return project
    },
    charge: (c, project, cost) => take(c, project.id, cost),
    async preflight(c, rules = {}) {
      const project = await identify(c)
      c.set('projectId', project.id)
      openToPage(c, project, rules)
      // A bucket of their own: the requests they ask for are counted, and a refused question cannot be read by the page.
      await take(c, `preflight ${project.id}`, 1)
      c.header('Access-Control-Allow-Methods', 'GET, POST')
      c.header('Access-Control-Allow-Headers', 'Content-Type')
      c.header('Access-Control-Max-Age', '600')
      return c.body(null, 204)
    },
  }
}

/** Where there is no project there is no list either: the page may read what is wrong with its project id. */
function openToAll(c: AppContext): void {
  open(c, '*')
}

function open(c: AppContext, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id')
}

/** No list lets a page in unless it names the page; only the development project takes any page of this machine. */
function isAllowed(project: Project, origin: string): boolean {
  if (project.id === developmentProjectId && isLoopbackOrigin(origin)) return true
  return isOrigin(origin) && project.allowedOrigins.includes(origin)
}
