import type { Hono } from 'hono'
import type { SignInMessage } from 'latchkey/contract'
import type { SignInFormats } from 'latchkey/server'
import {
  canonicalJson,
  deleteSignInSession,
  getSignInNonce,
  getSignInSession,
  postSignIn,
  postSignInResume,
  type RouteRequest,
} from 'latchkey/services'
import type { Logger } from 'pino'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { askOwnNodes } from './askOwnNodes.ts'
import { toSession } from './createSessions.ts'
import type { SignIn } from './createSignIn.ts'
import { requireFeature } from './requireFeature.ts'

export interface SignInDeps {
  readonly signIn: SignIn
  readonly gate: Gate
  readonly bodyLimit: number
  readonly proxy: Pick<RpcProxy, 'call' | 'callNode' | 'count' | 'serves'>
  /** Nodes of a chain that have to agree on a contract account's word (T30). */
  readonly quorum: number
  /** Whether a signed memo transaction counts as a signed text. */
  readonly acceptTransactions: boolean
  /** Formats of the chains that the operator describes. */
  readonly formats: SignInFormats
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** An email proof that was used is remembered longer than it counts, by any clock (F39). */
const remembered = 86_400_000

/** Hosted sign-in (SPEC §4 "Sign-in flow", §7 "Session"): nonce, verify, session, end. */
export function mountSignIn(app: Hono<AppTypes>, deps: SignInDeps): void {
  const { signIn, proxy, quorum, acceptTransactions, formats, log, now } = deps
  const { once, nonces, tokens, proofs, sessions } = signIn

  mountProjectRoute(app, getSignInNonce, deps, ({ query }, project, c) => {
    begin(c, project)
    const { nonce, issuedAt, expiresAt } = nonces.issue(project.id, query.key)
    return { nonce, issuedAt: new Date(issuedAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() }
  })

  // Who names no page has no domain that the text could be for.
  const pages = { ...deps, rules: { audience: 'pages' } } as const
  mountProjectRoute(app, postSignIn, pages, async ({ body }, project, c) => {
    begin(c, project)
    const origin = c.req.header('origin')
    if (origin === undefined) throw new RouteFault('APKT002')
    const key = await proofs.read(c)
    if (key === undefined) throw refused(c, 'key proof')
    const email = await readEmail(project, key, body.emailProof, c)
    // First of all it is used up, whatever comes of it (T23).
    const { nonce, chainId } = body.data
    if (!(await nonces.consume(project.id, key, nonce))) throw refused(c, 'nonce')

    const { verifySignIn } = await import('latchkey/server')
    const verdict = await verifySignIn({
      message: body.message,
      signature: body.signature,
      expected: { origins: [origin], nonce, chains: [chainId], now: now() },
      acceptTransactions,
      formats,
      ...askOwnNodes(proxy, chainId, quorum),
    })
    if (!verdict.valid) {
      if (verdict.refusal === 'unreachable') throw new RouteFault('APKT009', { status: 503, retryAfter: 5 })
      throw refused(c, verdict.refusal)
    }
    if (!isSame(verdict.message, body.data)) throw refused(c, 'fields')
    if (email !== undefined && !(await once.use('email proof', email.id, remembered)))
      throw refused(c, 'email')

    const { expirationTime } = verdict.message
    const row = await sessions.begin(
      {
        project_id: project.id,
        key,
        origin,
        address: verdict.address,
        chain_id: verdict.chainId,
        email: email?.email ?? null,
      },
      expirationTime === undefined ? undefined : Date.parse(expirationTime),
    )
    const token = await tokens.issueSession({ project: project.id, key, session: row.id })
    return { token, session: toSession(row) }
  })

  mountProjectRoute(app, getSignInSession, deps, async (_request, project, c) => {
    begin(c, project)
    const { key, session } = await authorize(c, project)
    const row = await sessions.use(project.id, session)
    if (row === undefined || row.key !== key || !isItsPage(c, row.origin)) throw refused(c, 'session')
    return {
      token: await tokens.issueSession({ project: project.id, key, session }),
      session: toSession(row),
    }
  })

  // Who names no page has none that could have been loaded anew.
  mountProjectRoute(app, postSignInResume, pages, async (_request, project, c) => {
    begin(c, project)
    const origin = c.req.header('origin')
    if (origin === undefined) throw new RouteFault('APKT002')
    const key = await proofs.read(c)
    if (key === undefined) throw refused(c, 'key proof')
    const rows = await sessions.resume(project.id, key, origin)
    const issue = async (row: (typeof rows)[number]) => ({
      token: await tokens.issueSession({ project: project.id, key, session: row.id }),
      session: toSession(row),
    })
    return { sessions: await Promise.all(rows.map(issue)) }
  })

  mountProjectRoute(app, deleteSignInSession, deps, async (_request, project, c) => {
    begin(c, project)
    const { session } = await authorize(c, project)
    return { ended: await sessions.end(project.id, session) }
  })

  function begin(c: AppContext, project: Project): void {
    c.header('Cache-Control', 'no-store')
    requireFeature(project, 'authentication')
  }

  /** Whose token the request carries, with a proof by the key it was made for (T32). */
  async function authorize(
    c: AppContext,
    project: Project,
  ): Promise<{ readonly key: string; readonly session: string }> {
    const [, token] = /^DPoP ([\w.-]{1,4096})$/i.exec(c.req.header('authorization') ?? '') ?? []
    const claims = token === undefined ? undefined : await tokens.readSession(project.id, token)
    if (token === undefined || claims === undefined) throw refused(c, 'token')
    if ((await proofs.read(c, token)) !== claims.key) throw refused(c, 'key proof')
    return claims
  }

  /** What an email proof says, if one was sent along; it is used up later, by a sign-in that is good. */
  async function readEmail(project: Project, key: string, proof: string | undefined, c: AppContext) {
    if (proof === undefined) return undefined
    const email = await tokens.readEmail(project.id, proof)
    if (email === undefined || email.key !== key) throw refused(c, 'email')
    return email
  }

  /** One refusal for everything; why is for our own log. */
  function refused(c: AppContext, why: string): RouteFault {
    log.debug({ requestId: c.get('requestId'), why }, 'sign-in refused')
    return new RouteFault('SIGN_IN_INVALID')
  }
}

/** A page of the same origin as the services sends none when it reads. */
function isItsPage(c: AppContext, origin: string): boolean {
  const asking = c.req.header('origin')
  return asking === undefined || asking === origin
}

/** Whether the text says what the fields say, each one. */
function isSame(message: SignInMessage, data: RouteRequest<typeof postSignIn>['body']['data']): boolean {
  const { scheme: _scheme, isChainPrefixed: _prefix, ...fields } = message
  return canonicalJson(JSON.parse(JSON.stringify(fields))) === canonicalJson(JSON.parse(JSON.stringify(data)))
}
