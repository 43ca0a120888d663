import type { Hono } from 'hono'
import {
  getSocialProviders,
  type LoginSession,
  type LoginUser,
  postSocialBegin,
  postSocialPoll,
  postSocialUnlink,
  type SocialFailure,
  socialPollTime,
} from 'latchkey/contract'
import type { AppContext, AppTypes } from '../http/appTypes.ts'
import { isAllowedOrigin } from '../http/createGate.ts'
import { mountProjectRoute } from '../http/mountRoute.ts'
import { RouteFault } from '../http/routeFault.ts'
import type { LoginIdentity } from '../login/createAccounts.ts'
import { createFlowWatch } from '../login/createFlowWatch.ts'
import { formatLoginNotice } from '../login/formatLoginMail.ts'
import { issueSession } from '../login/issueSession.ts'
import { type LoginCaller, readToken } from '../login/loginCaller.ts'
import { createLoginCalls, type LoginDeps, walletPages } from '../login/loginCalls.ts'
import { requireLogin } from '../login/requireLogin.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import type { Project } from '../projects/findProject.ts'
import type { Social } from './createSocial.ts'
import type { SocialRow } from './createSocialFlows.ts'

/** Milliseconds between two looks at a login that is waited for and of which nothing was said. */
const lookEvery = 2_500
/** Milliseconds for which a proof of who somebody is lets them change how they are known. */
const freshFor = 300_000

/** GET_SOCIAL_REDIRECT_URI and CONNECT_SOCIAL (SPEC §7): the wallet begins a login, and asks until it is over. */
export function mountSocial(app: Hono<AppTypes>, deps: LoginDeps & { readonly social: Social }): void {
  const { social, login, clientAddress, isDraining, now } = deps
  const { looks = { every: lookEvery, most: socialPollTime / lookEvery } } = deps
  const { client, flows, walletOrigin } = social
  const { accounts } = login
  const calls = createLoginCalls(deps)
  const watch = createFlowWatch(deps.shared)
  const options = { ...deps, rules: walletPages }

  const forPages = { ...deps, rules: { isForWallet: true } }
  mountProjectRoute(app, getSocialProviders, forPages, async (_request, project) => ({
    providers: client.providers
      .filter(name => isOn(project, name))
      .map(provider => ({ provider, isAvailable: client.isAvailable(provider) })),
  }))

  mountProjectRoute(app, postSocialBegin, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { provider, page, returnTo = null, link = false } = body
    requireLogin(project, provider)
    if (!client.providers.includes(provider)) throw notOffered(provider)
    const caller = link ? await calls.caller(c, project, body) : undefined
    if (caller !== undefined) requireFresh(caller)
    const device = caller?.deviceThumbprint ?? (await calls.device(c, body)).key
    if (!isAllowedOrigin(project, page)) throw new RouteFault('APKT002')
    const row = await flows.begin({
      project_id: project.id,
      device,
      provider,
      page,
      return_to: returnTo,
      account_id: caller?.accountId ?? null,
      client_mac: social.clientMac(clientAddress(c), c.req.header('user-agent')),
      browser: nameBrowser(c.req.header('user-agent')) ?? null,
    })
    return {
      flow: row.flow,
      uri: `${walletOrigin}/social/${row.flow}`,
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  })

  mountProjectRoute(app, postSocialPoll, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = readToken(c) === undefined ? undefined : await calls.caller(c, project, body)
    const device = caller?.deviceThumbprint ?? (await calls.device(c, body)).key
    const heard = watch.listen(body.flow)
    try {
      for (let look = 0; ; look++) {
        const row = await flows.find(body.flow)
        if (row === undefined || row.project_id !== project.id || row.device !== device)
          throw new RouteFault('LOGIN_ENDED')
        if (row.account_id !== null && row.account_id !== caller?.accountId)
          throw new RouteFault('LOGIN_ENDED')
        if (row.step === 'done' || row.step === 'failed') return await end(c, project, row.flow)
        if (look >= looks.most || isDraining() || c.req.raw.signal.aborted)
          return { state: 'waiting' as const }
        await heard.next(looks.every)
      }
    } finally {
      heard.stop()
    }
  })

  mountProjectRoute(app, postSocialUnlink, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    requireFresh(caller)
    const { accountId: account, session } = caller
    // As long as it is known where they are reached.
    const addresses = await accounts.addressesOf(account)
    const done = await social.unlink(account, body.provider)
    if (done === 'last') throw new RouteFault('LOGIN_STEP_UP')
    if (done === 'unlinked') await tell(c, addresses, 'socialUnlinked')
    return { unlinked: done === 'unlinked', user: await userOf(account, session.provider) }
  })

  /** What came of it, for whoever is first to hear. */
  async function end(c: AppContext, project: Project, flow: string): Promise<SocialEnd> {
    const row = await flows.take(flow)
    if (row === undefined) throw new RouteFault('LOGIN_ENDED')
    // As they were written by us.
    if (row.identity === null) return { state: 'failed', reason: row.failure as SocialFailure }
    const identity = JSON.parse(row.identity) as LoginIdentity
    if (row.account_id !== null) return link(c, row, row.account_id, identity)
    const session = await issueSession(deps, {
      project: project.id,
      identity,
      device: { key: row.device, page: row.page, name: nameBrowser(c.req.header('user-agent')) },
      provider: row.provider,
      provedBy: 'social',
    })
    return { state: 'done', session }
  }

  /** Both are proven: the account by its session, who it is at the provider by this login (T51). */
  async function link(
    c: AppContext,
    row: SocialRow,
    account: string,
    identity: LoginIdentity,
  ): Promise<SocialEnd> {
    const isNew = await accounts.link(account, identity)
    if (!isNew && (await accounts.find(identity)) !== account) return { state: 'failed', reason: 'taken' }
    if (isNew) await tell(c, await accounts.addressesOf(account), 'socialLinked')
    return { state: 'linked', user: await userOf(account, row.provider) }
  }

  async function userOf(account: string, provider: string): Promise<LoginUser> {
    const user = await accounts.userOf(account, provider)
    if (user === undefined) throw new RouteFault('SIGN_IN_INVALID')
    return user
  }

  async function tell(c: AppContext, all: readonly string[], news: 'socialLinked' | 'socialUnlinked') {
    for (const to of all) await calls.tell(c, formatLoginNotice({ to, news, at: now() }))
  }
}

type SocialEnd =
  | { readonly state: 'failed'; readonly reason: SocialFailure }
  | { readonly state: 'done'; readonly session: LoginSession }
  | { readonly state: 'linked'; readonly user: LoginUser }

function requireFresh({ sessionAge, isFrozen }: LoginCaller): void {
  if (isFrozen || sessionAge > freshFor) throw new RouteFault('LOGIN_STEP_UP')
}

function isOn(project: Project, method: string): boolean {
  try {
    requireLogin(project, method)
    return true
  } catch {
    return false
  }
}

function notOffered(provider: string): RouteFault {
  const description = `The services have login by ${provider} not set up`
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name: 'provider', description }] })
}
