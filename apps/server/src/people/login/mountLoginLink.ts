import type { Hono } from 'hono'
import { postLoginLink } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { FlowRow } from './createFlows.ts'
import { notifyFlow } from './createFlowWatch.ts'
import { type LoginCalls, type LoginDeps, walletPages } from './loginCalls.ts'
import { sendCode } from './sendCode.ts'

/** Mounts the link of a mail: it shows who asks, and takes a yes or no. It never logs a visitor in (T48). */
export function mountLoginLink(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { login, shared } = deps
  const { flows } = login

  mountProjectRoute(app, postLoginLink, { ...deps, rules: walletPages }, async ({ body }, project, c) => {
    await calls.admit(c)
    const { link, decision } = body
    const row = await flows.findByLink(link)
    if (row === undefined || row.project_id !== project.id) throw new RouteFault('LOGIN_ENDED')
    if (decision === undefined) return describe(row, project)
    const state = decision === 'approve' ? ('approved' as const) : ('denied' as const)
    const decided = await flows.decide(link, state)
    // A repeated decision changes nothing; a different one is too late.
    if (decided === undefined) {
      const now = await flows.findByLink(link)
      if (now?.state === state) return describe(now, project)
      throw new RouteFault('LOGIN_ENDED')
    }
    await (state === 'approved' ? approve(c, project, decided) : deny(decided))
    await notifyFlow(shared, decided.flow)
    return describe(decided, project)
  })

  /** Sends the code, uncounted: the reader of the mail requested it, once for each link. */
  async function approve(c: AppContext, project: Project, row: FlowRow): Promise<void> {
    const { page, device, email, browser, identity, flow } = row
    const address = calls.nameOf(identity)
    try {
      await flows.setCode(
        flow,
        await sendCode(deps, calls, c, { project, page, device, email, browser, address }),
      )
    } catch (error) {
      await flows.reopen(flow)
      throw error
    }
  }

  async function deny(row: FlowRow): Promise<void> {
    await login.limits.deny(calls.nameOf(row.identity))
  }
}

function describe(row: FlowRow, project: Project) {
  return {
    state: row.state as 'open' | 'approved' | 'denied',
    page: row.page,
    project: project.name.slice(0, 300),
    browser: row.browser,
    at: new Date(row.created_at).toISOString(),
    match: row.match_number,
  }
}
