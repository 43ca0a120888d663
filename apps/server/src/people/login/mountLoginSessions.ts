import type { Hono } from 'hono'
import {
  getLoginDevices,
  getLoginUser,
  postLoginDelete,
  postLoginDeviceRevoke,
  postLoginRefresh,
  postLoginSessionsEnd,
  postLoginSignOut,
  type RouteRequest,
} from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { hasKey } from '../custody/possession.ts'
import { describeSession } from './issueSession.ts'
import { type LoginCalls, type LoginDeps, walletPages } from './loginCalls.ts'
import { requireFresh } from './requireFresh.ts'
import { requireUser } from './requireUser.ts'

/** Milliseconds for which a proof lets a visitor revoke another device, or log it out; the same as in custody. */
const revokeWithin = 3_600_000

/** What a session can do with itself, and with the account's devices. */
export function mountLoginSessions(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { login, custody, waiting } = deps
  const { accounts, devices, sessions } = login
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, postLoginRefresh, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { key } = await calls.device(c, body)
    const given = await sessions.refresh(project.id, body.refresh, key)
    if (given === undefined) throw new RouteFault('SIGN_IN_INVALID')
    await devices.see(given.row.account_id, key)
    return describeSession(deps, given)
  })

  mountProjectRoute(app, postLoginSignOut, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { key } = await calls.device(c, body)
    return { ended: await sessions.end(project.id, body.refresh, key) }
  })

  mountProjectRoute(app, postLoginSessionsEnd, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const { accountId, sessionAge, session } = caller
    if (body.account !== accountId) throw new RouteFault('SIGN_IN_INVALID')
    if (sessionAge > revokeWithin) throw new RouteFault('LOGIN_STEP_UP')
    if (await waiting.mustWait(caller))
      return { ended: 0, waits: await waiting.begin(caller, { kind: 'sessions' }) }
    const ended = await sessions.endOthers(session)
    // What a browser began that is logged out now, its visitor has not meant.
    await waiting.stop(accountId, { notDevice: session.device })
    if (ended > 0) await calls.notify(c, await accounts.addressesOf(accountId), 'sessionsEnded')
    return { ended }
  })

  mountProjectRoute(app, getLoginUser, options, async (_request, project, c) => {
    await calls.admit(c)
    const { accountId, deviceThumbprint: device, session } = await calls.caller(c, project)
    const [user, need] = await Promise.all([
      requireUser(accounts, accountId, session.provider),
      custody.needOf(accountId, device),
    ])
    return { device, user, need }
  })

  mountProjectRoute(app, getLoginDevices, options, async (_request, project, c) => {
    await calls.admit(c)
    const { accountId, deviceThumbprint } = await calls.caller(c, project)
    const known = await devices.list(accountId)
    return {
      devices: known.map(({ device, name, page, createdAt, seenAt }) => ({
        device,
        name,
        page,
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(seenAt).toISOString(),
        isCurrent: device === deviceThumbprint,
      })),
    }
  })

  mountProjectRoute(app, postLoginDeviceRevoke, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const { accountId, deviceThumbprint, sessionAge } = caller
    const isOwn = body.device === deviceThumbprint
    const wantsProof = !isOwn || (await custody.isLastWay(accountId, body.device))
    if (wantsProof && sessionAge > revokeWithin) throw new RouteFault('LOGIN_STEP_UP')
    if (!isOwn && (await waiting.mustWait(caller))) {
      const known = (await devices.list(accountId)).find(({ device }) => device === body.device)
      if (known === undefined) return { revoked: false }
      const wanted = { kind: 'device', subject: body.device, label: known.name } as const
      return { revoked: false, waits: await waiting.begin(caller, wanted) }
    }
    // The key share first: without it the device cannot sign, whatever follows.
    const hadShare = await custody.revokeDevice(accountId, body.device)
    const wasKnown = await devices.forget(accountId, body.device)
    await waiting.stop(accountId, { device: body.device })
    // Custody itself sends the notice about a deleted key share.
    if (wasKnown && !hadShare && !isOwn)
      await calls.notify(c, await accounts.addressesOf(accountId), 'deviceForgotten')
    return { revoked: hadShare || wasKnown }
  })

  mountProjectRoute(app, postLoginDelete, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const { accountId, deviceThumbprint } = caller
    if (body.account !== accountId) throw new RouteFault('SIGN_IN_INVALID')
    requireFresh(caller)
    const wallet = await custody.wallets.find(accountId)
    const place = { account: accountId, device: deviceThumbprint }
    if (wallet && (await waiting.mustWait(caller)))
      return { deleted: false, waits: await waiting.begin(caller, { kind: 'account' }) }
    if (wallet) {
      requireKey({ ...place, owner: wallet.owner, body })
      // The key was released for the deletion of this account, and for nothing else (S3).
      const change = { path: postLoginDelete.path, subject: accountId }
      if (!(await custody.changes.finish(place, change))) throw new RouteFault('CUSTODY_REFUSED')
    }
    const told = await accounts.addressesOf(accountId)
    // Both or neither: an account whose key alone is gone could have no other.
    await accounts.delete(accountId, wallet ? custody.wallets.deletion(place) : [])
    if (wallet) await custody.notices.notify(accountId, 'deleted', told)
    await calls.notify(c, told, 'deleted')
    return { deleted: true }
  })
}

/**
 * Requires the key for a deletion: an attacker with the mailbox has none. @throws RouteFault CUSTODY_EXISTS,
 * CUSTODY_REFUSED
 */
function requireKey({
  body,
  ...of
}: Pick<Parameters<typeof hasKey>[0], 'owner' | 'account' | 'device'> & {
  readonly body: RouteRequest<typeof postLoginDelete>['body']
}): void {
  const { possession } = body
  if (possession === undefined) throw new RouteFault('CUSTODY_EXISTS')
  if (!hasKey({ ...of, path: postLoginDelete.path, body: { ...body, possession } }))
    throw new RouteFault('CUSTODY_REFUSED')
}
