import type { Hono } from 'hono'
import { getLoginWaiting, postLoginWaitingLink, postLoginWaitingStop } from 'latchkey/services'
import type { AppTypes } from '../../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../../core/http/mountRoute.ts'
import { RouteFault } from '../../../core/http/routeFault.ts'
import { type LoginCalls, type LoginDeps, walletPages } from '../loginCalls.ts'
import { describeRow } from './createWaiting.ts'

/** Shows what waits to every device of the account, and stops it: by a session, and by the link in the mail. */
export function mountWaiting(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { waiting } = deps
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, getLoginWaiting, options, async (_request, project, c) => {
    await calls.admit(c)
    const { accountId, deviceThumbprint } = await calls.caller(c, project)
    return { waiting: [...(await waiting.list(accountId, deviceThumbprint))] }
  })

  mountProjectRoute(app, postLoginWaitingStop, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { accountId } = await calls.caller(c, project, body)
    const stopped = await waiting.stop(accountId, { id: body.id })
    return { stopped: stopped.length > 0 }
  })

  mountProjectRoute(app, postLoginWaitingLink, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const row = await waiting.findByLink(body.link)
    if (row === undefined || row.project_id !== project.id) throw new RouteFault('LOGIN_ENDED')
    if (body.stop) await waiting.stop(row.account_id, { id: row.id })
    const last = body.stop ? await waiting.findByLink(body.link) : row
    // It took effect a moment before.
    if (last === undefined) throw new RouteFault('LOGIN_ENDED')
    return {
      state: last.state === 'stopped' ? ('stopped' as const) : ('waiting' as const),
      ...describeRow(last),
    }
  })
}
