import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import {
  getPasskeys,
  mostPasskeys,
  type PasskeyPurpose,
  postPasskeyDelete,
  postPasskeyLogin,
  postPasskeyOptions,
  postPasskeyRegister,
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'
import { requireKeyHere } from '../custody/requireKeyHere.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import { passkeyAlgorithms, passkeyIdentity, rpIdOf } from './createPasskeys.ts'
import { issueSession } from './issueSession.ts'
import type { LoginCaller } from './loginCaller.ts'
import { type LoginCalls, type LoginDeps, walletPages } from './loginCalls.ts'
import { requireFresh } from './requireFresh.ts'
import { requireLogin } from './requireLogin.ts'

/** Login by passkey: one more way to be known, and one that no mailbox and no painted page can take over. */
export function mountPasskeys(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { login, custody, waiting, walletOrigin, accountLimiter, clientAddress } = deps
  const { accounts, passkeys, sessions } = login
  const options = { ...deps, rules: walletPages }
  const rpId = rpIdOf(walletOrigin)

  mountProjectRoute(app, postPasskeyOptions, options, async ({ body }, project, c) => {
    const { purpose } = body
    const { key, account } = await enter(c, project, body, body)
    const known = account === undefined ? [] : await passkeys.list(account)
    const { challenge, expiresAt } = passkeys.challenge({ project, device: key, purpose, account })
    const email = account === undefined ? undefined : await accounts.emailOf(account)
    return {
      challenge,
      rpId,
      user:
        purpose === 'login'
          ? null
          : { id: randomBytes(32).toString('base64url'), name: email?.email ?? project.name.slice(0, 64) },
      algorithms: [...passkeyAlgorithms],
      credentials: known.map(({ credential }) => credential),
      expiresAt: new Date(expiresAt).toISOString(),
    }
  })

  mountProjectRoute(app, postPasskeyRegister, options, async ({ body }, project, c) => {
    const { purpose, page, credential } = body
    const { key, account, session } = await enter(c, project, body, body)
    const made = await passkeys.readMade({ project, device: key, purpose, account }, credential)
    if (made === undefined) throw new RouteFault('SIGN_IN_INVALID')
    if (account === undefined) await countAccount(c)
    const label = body.label ?? null
    if (!(await passkeys.add({ ...made, credential: credential.id, label }, session)))
      throw new RouteFault('SIGN_IN_INVALID')
    if (account !== undefined) {
      await calls.notify(c, await accounts.addressesOf(account), 'passkeyAdded')
      return { credential: credential.id, session: null }
    }
    return {
      credential: credential.id,
      session: await begin(c, project, { page, key, credential: credential.id, label, provedBy: 'passkey' }),
    }
  })

  mountProjectRoute(app, postPasskeyLogin, options, async ({ body }, project, c) => {
    const { page, credential } = body
    const { key, account } = await enter(c, project, { ...body, purpose: 'login' }, body)
    const used = await passkeys.readUsed({ project, device: key, purpose: 'login', account }, credential)
    if (used === undefined || (account !== undefined && used.account_id !== account))
      throw new RouteFault('SIGN_IN_INVALID')
    const provedBy = (await passkeys.isNewcomer(used)) ? 'newPasskey' : 'passkey'
    return begin(c, project, { page, key, credential: used.credential, label: used.label, provedBy })
  })

  mountProjectRoute(app, getPasskeys, options, async (_request, project, c) => {
    await calls.admit(c)
    const { accountId } = await calls.caller(c, project)
    const rows = await passkeys.list(accountId)
    return {
      passkeys: rows.slice(0, mostPasskeys).map(row => ({
        credential: row.credential,
        label: row.label,
        isSynced: row.is_synced === 1,
        createdAt: new Date(row.created_at).toISOString(),
        usedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
      })),
    }
  })

  mountProjectRoute(app, postPasskeyDelete, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    requireFresh(caller)
    if (await waiting.mustWait(caller)) {
      const own = (await passkeys.list(caller.accountId)).find(each => each.credential === body.credential)
      if (own === undefined) return { deleted: false }
      const wanted = { kind: 'passkey', subject: own.credential, label: own.label } as const
      return { deleted: false, waits: await waiting.begin(caller, wanted) }
    }
    const done = await passkeys.delete(caller.session, body.credential)
    if (done === 'last') throw new RouteFault('LOGIN_LAST')
    if (done === 'unprotected') throw new RouteFault('LOGIN_UNPROTECTED')
    if (done === 'deleted')
      await calls.notify(c, await accounts.addressesOf(caller.accountId), 'passkeyDeleted')
    return { deleted: done === 'deleted' }
  })

  /** Who holds a ceremony: a device, and its session's account where there is one to be proven, or by `session` to be added to. */
  async function enter(
    c: AppContext,
    project: Project,
    { purpose, page }: { readonly purpose: PasskeyPurpose; readonly page: string },
    body: object,
  ): Promise<{
    readonly key: string
    readonly account: string | undefined
    readonly session?: LoginCaller['session']
  }> {
    await calls.admit(c)
    requireLogin(project, 'passkey')
    if (!isAllowedOrigin(project, page)) throw new RouteFault('APKT002')
    if (purpose === 'add') {
      const caller = await calls.caller(c, project, body)
      requireFresh(caller)
      await requireKeyHere(custody, caller)
      return { key: caller.deviceThumbprint, account: caller.accountId, session: caller.session }
    }
    const { key, token } = await calls.device(c, body)
    const session =
      token === undefined || purpose === 'create' ? undefined : await sessions.find(project.id, token)
    return { key, account: session?.device === key ? session.account_id : undefined }
  }

  async function countAccount(c: AppContext): Promise<void> {
    const wait = await accountLimiter(clientAddress(c), 1)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
  }

  function begin(
    c: AppContext,
    project: Project,
    of: {
      readonly page: string
      readonly key: string
      readonly credential: string
      readonly label: string | null
      readonly provedBy: 'passkey' | 'newPasskey'
    },
  ) {
    const name = nameBrowser(c.req.header('user-agent'))
    return issueSession(deps, {
      project: project.id,
      identity: passkeyIdentity(of.credential, rpId, of.label),
      device: { key: of.key, page: of.page, name },
      provider: 'passkey',
      provedBy: of.provedBy,
    })
  }
}
