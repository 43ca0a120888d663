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
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { LoginIdentity } from '../login/createAccounts.ts'
import { createFlowWatch } from '../login/createFlowWatch.ts'
import { issueSession } from '../login/issueSession.ts'
import { type LoginCaller, readToken } from '../login/loginCaller.ts'
import { createLoginCalls, type LoginDeps, walletPages } from '../login/loginCalls.ts'
import { requireFresh } from '../login/requireFresh.ts'
import { isLoginOn } from '../login/requireLogin.ts'
import { requireUser } from '../login/requireUser.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import { beginFlow } from './beginFlow.ts'
import type { Social } from './createSocial.ts'
import type { SocialRow } from './createSocialFlows.ts'
import { type Farcaster, farcaster as farcasterName } from './farcaster/createFarcaster.ts'

export interface SocialDeps extends LoginDeps {
  readonly social: Social
  /** Absent where it is not set up. */
  readonly farcaster?: Farcaster | undefined
}

/** GET_SOCIAL_REDIRECT_URI and CONNECT_SOCIAL (SPEC §7): the wallet begins a login, and asks until it is over. */
export function mountSocial(app: Hono<AppTypes>, deps: SocialDeps): void {
  const { social, farcaster, login, waiting } = deps
  const { client, flows, walletOrigin } = social
  const { accounts, sessions } = login
  const calls = createLoginCalls(deps)
  const watch = createFlowWatch({ ...deps, longest: socialPollTime })
  const options = { ...deps, rules: walletPages }

  const forPages = { ...deps, rules: { isForWallet: true } }
  mountProjectRoute(app, getSocialProviders, forPages, async (_request, project) => ({
    providers: [
      ...client.providers.map(provider => ({ provider, isAvailable: client.isAvailable(provider) })),
      ...(farcaster === undefined ? [] : [{ provider: farcasterName, isAvailable: farcaster.isAvailable() }]),
      // No provider is needed for it.
      { provider: 'passkey', isAvailable: true },
    ].filter(({ provider }) => isLoginOn(project, provider)),
  }))

  mountProjectRoute(app, postSocialBegin, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { provider } = body
    const isOffered = client.providers.includes(provider)
    const row = await beginFlow(deps, calls, c, { project, provider, isOffered, body })
    return {
      flow: row.flow,
      uri: `${walletOrigin}/social/${row.flow}`,
      secret: social.ownSecret(row.flow),
      match: row.match_number,
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  })

  mountProjectRoute(app, postSocialPoll, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = readToken(c) === undefined ? undefined : await calls.caller(c, project, body)
    const device = caller?.deviceThumbprint ?? (await calls.device(c, body)).key
    const { flow } = body
    const isOver = await watch.until({
      flow,
      signal: c.req.raw.signal,
      async look() {
        const row = await flows.find(flow)
        if (row === undefined || row.project_id !== project.id || row.device !== device)
          throw new RouteFault('LOGIN_ENDED')
        if (row.account_id !== null && row.account_id !== caller?.accountId)
          throw new RouteFault('LOGIN_ENDED')
        if (row.step === 'done' || row.step === 'failed') return true
        return (await farcaster?.ask(row)) || undefined
      },
    })
    return isOver ? end(c, project, { flow, caller }) : { state: 'waiting' as const }
  })

  mountProjectRoute(app, postSocialUnlink, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    requireFresh(caller)
    const { accountId: account, session } = caller
    if (await waiting.mustWait(caller)) {
      const { identities, ...user } = await requireUser(accounts, account, session.provider)
      const answer = { unlinked: false, user: { ...user, identities } }
      if (!identities.some(({ issuer }) => issuer === body.provider)) return answer
      const wanted = { kind: 'social', subject: body.provider, label: body.provider } as const
      return { ...answer, waits: await waiting.begin(caller, wanted) }
    }
    // As long as it is known where they are reached.
    const addresses = await accounts.addressesOf(account)
    const done = await social.unlink(session, body.provider)
    if (done === 'last') throw new RouteFault('LOGIN_LAST')
    if (done === 'unprotected') throw new RouteFault('LOGIN_UNPROTECTED')
    if (done === 'unlinked') await calls.notify(c, addresses, 'socialUnlinked')
    return { unlinked: done === 'unlinked', user: await requireUser(accounts, account, session.provider) }
  })

  /** Returns the outcome of a flow, to the first caller that reads it. */
  async function end(
    c: AppContext,
    project: Project,
    { flow, caller }: { readonly flow: string; readonly caller: LoginCaller | undefined },
  ): Promise<SocialEnd> {
    const row = await flows.take(flow)
    if (row === undefined) throw new RouteFault('LOGIN_ENDED')
    // As they were written by us.
    if (row.identity === null) return { state: 'failed', reason: row.failure as SocialFailure }
    const identity = JSON.parse(row.identity) as LoginIdentity
    if (row.purpose === 'prove') return prove(caller, identity)
    if (row.account_id !== null) return link(c, row, caller, identity)
    const session = await issueSession(deps, {
      project: project.id,
      identity,
      device: { key: row.device, page: row.page, name: nameBrowser(c.req.header('user-agent')) },
      provider: row.provider,
      provedBy: 'social',
      silent: { loggedInAt: row.logged_in_at },
    })
    return { state: 'done', session }
  }

  /** Proves the logged-in visitor alone: an unknown identity creates no account. */
  async function prove(caller: LoginCaller | undefined, identity: LoginIdentity): Promise<SocialEnd> {
    if (caller === undefined) throw new RouteFault('LOGIN_ENDED')
    const { accountId: account, session } = caller
    if ((await accounts.find(identity)) !== account) return { state: 'failed', reason: 'other' }
    if (!(await sessions.prove(session, 'social'))) throw new RouteFault('LOGIN_ENDED')
    return { state: 'proven', user: await requireUser(accounts, account, session.provider) }
  }

  /** Both are proven: the account by its session, who it is at the provider by this login (T51). */
  async function link(
    c: AppContext,
    row: SocialRow,
    caller: LoginCaller | undefined,
    identity: LoginIdentity,
  ): Promise<SocialEnd> {
    if (caller === undefined) throw new RouteFault('LOGIN_ENDED')
    const { accountId: account, session } = caller
    const done = await accounts.link(session, identity)
    if (done === 'ended') throw new RouteFault('LOGIN_ENDED')
    if (done === 'known' && (await accounts.find(identity)) !== account)
      return { state: 'failed', reason: 'taken' }
    if (done === 'linked') await calls.notify(c, await accounts.addressesOf(account), 'socialLinked')
    return { state: 'linked', user: await requireUser(accounts, account, row.provider) }
  }
}

type SocialEnd =
  | { readonly state: 'failed'; readonly reason: SocialFailure }
  | { readonly state: 'done'; readonly session: LoginSession }
  | { readonly state: 'linked' | 'proven'; readonly user: LoginUser }
