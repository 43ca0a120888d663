import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { longestSignInMessage, parseSignInMessage, parseSignInTime } from '../contract/parseSignInMessage.ts'
import { routeErrors } from '../contract/route.ts'
import { longestSignInSignature } from '../contract/signin.ts'
import { caipNetworkIdSchema } from '../contract/supportedChains.ts'
import { cookieName, formatCookie, readCookie } from './cookies.ts'
import { createNonces, nonceLifetime } from './createNonces.ts'
import { createSeal } from './createSeal.ts'
import { createSessions, isOf, type ServerSession, type SessionPair } from './createSessions.ts'
import { readText } from './rpcCall.ts'
import { resolveSignInOptions, type SignInOptions } from './signInOptions.ts'
import { verifySignIn } from './verifySignIn.ts'

/** Milliseconds that a used nonce is remembered beyond its end, by a clock that is behind. */
const remembered = 120_000
/** Bytes of a request that are read: a text and a signature of the greatest length, in JSON. */
const longestBody = 65_536

const verifySchema = v.object({
  message: v.pipe(v.string(), v.maxLength(longestSignInMessage)),
  signature: v.pipe(v.string(), v.maxLength(longestSignInSignature)),
  /** Which chain the text means, where its name for it stands for several. */
  chainId: v.optional(caipNetworkIdSchema),
})
const pairSchema = v.object({ address: v.pipe(v.string(), v.maxLength(128)), chainId: caipNetworkIdSchema })
const signOutSchema = v.union([pairSchema, v.strictObject({})])

/** A request with a Cookie header: a `Request`, or a request of Node. */
export interface HasCookies {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Sign-in for a host's backend: its routes, and the sessions of a request. */
export interface SignIn {
  /** Answers `nonce`, `verify`, `session` and `sign-out` under the base path; anything else with 404. */
  handle(request: Request): Promise<Response>
  /**
   * Returns the signed-in account: the most recent one, or that of `pair`. Undefined without a session. A host's own
   * routes answer 401 by it; a page's own claims count for nothing (T34).
   */
  getSession(request: HasCookies, pair?: SessionPair): Promise<ServerSession | undefined>
  /** Returns all signed-in accounts, the most recent first. */
  getSessions(request: HasCookies): Promise<readonly ServerSession[]>
  /** The path of the routes. */
  readonly basePath: string
}

/**
 * Makes sign-in for a host's own backend (SPEC §4 "Sign-in flow"): single-use nonces, signatures verified on the
 * server's own RPC, and a session in a cookie that scripts cannot read (T23–T36).
 * @throws LatchkeyError CONFIG_INVALID, naming the option.
 */
export function createSignIn(given: SignInOptions): SignIn {
  const options = resolveSignInOptions(given)
  const { basePath, chainIds, cookies, origins, store, now } = options
  const sessions = createSessions({
    seal: createSeal(options.secret, 'latchkey session'),
    domains: origins.map(each => new URL(each).host),
    chains: chainIds,
    now,
  })
  const flowCookie = cookieName(`${options.cookieName}-flow`, cookies)
  const sessionCookie = cookieName(`${options.cookieName}-session`, cookies)
  const readFlow = (request: HasCookies) => {
    const flow = readCookie(cookiesOf(request), flowCookie)
    return flow !== undefined && /^[0-9a-f]{32}$/.test(flow) ? flow : undefined
  }
  const nonces = createNonces(options.secret, now)

  /** Those of the cookie that were not signed out of: a copy of the cookie ends with it. */
  async function readSessions(request: HasCookies): Promise<readonly ServerSession[]> {
    const all = sessions.read(readCookie(cookiesOf(request), sessionCookie))
    const ended = await Promise.all(all.map(each => store.isMarked(keyOfSession(each), now())))
    return all.filter((_, at) => !ended[at])
  }

  const keep = (all: readonly ServerSession[]) =>
    formatCookie(
      sessionCookie,
      all.length === 0 ? '' : sessions.write(all),
      all.length === 0 ? 0 : (Math.max(...all.map(each => each.expiresAt)) - now()) / 1_000,
      cookies,
    )

  async function nonce(request: Request): Promise<Response> {
    const flow = readFlow(request) ?? bytesToHex(randomBytes(16))
    const { nonce: fresh, issuedAt, expiresAt } = nonces.issue(flow)
    const { statement } = options
    const body = { nonce: fresh, issuedAt: toTime(issuedAt), expiresAt: toTime(expiresAt) }
    return json(200, statement === undefined ? body : { ...body, statement }, [
      formatCookie(flowCookie, flow, nonceLifetime / 1_000, cookies),
    ])
  }

  async function verify(request: Request, origin: string): Promise<Response> {
    const body = await readBody(request, verifySchema)
    if (body instanceof Response) return body
    const flow = readFlow(request)
    const said = parseSignInMessage(body.message)?.nonce
    // Whatever is wrong with the rest, the first request with a nonce uses it up.
    const { chainId: meant, message: text, signature } = body
    const isFresh = flow !== undefined && said !== undefined && (await spendNonce(flow, said))
    const verdict =
      isFresh && said !== undefined
        ? await verifySignIn({
            message: text,
            signature,
            expected: {
              origins: [origin],
              nonce: said,
              chains: meant === undefined ? chainIds : chainIds.filter(each => each === meant),
              now: now(),
            },
            rpc: options.chains,
            quorum: options.quorum,
            ...(options.formats && { formats: options.formats }),
            acceptTransactions: options.acceptTransactions === true,
            ...(options.fetch && { fetch: options.fetch }),
          })
        : ({ valid: false, refusal: said === undefined ? 'malformed' : 'nonce' } as const)
    if (!verdict.valid) {
      options.onRefusal?.(verdict.refusal, request)
      return refuse('SIGN_IN_INVALID')
    }
    const { address, chainId, message } = verdict
    const ends = parseSignInTime(message.expirationTime ?? '') ?? Number.POSITIVE_INFINITY
    const session: ServerSession = {
      address,
      chainId,
      domain: message.domain,
      issuedAt: now(),
      // The visitor has read the expiry in the message.
      expiresAt: Math.min(now() + options.sessionSeconds * 1_000, ends),
    }
    const others = (await readSessions(request)).filter(each => !isOf(each, session))
    return json(200, { session: toWire(session) }, [keep([session, ...others])])
  }

  /** True for the first request with a nonce of ours that is not over. */
  async function spendNonce(flow: string, nonce: string): Promise<boolean> {
    const end = nonces.endOf(flow, nonce)
    return end !== undefined && store.mark(keyOf(flow, nonce), end + remembered)
  }

  async function session(request: Request): Promise<Response> {
    return json(200, { sessions: (await readSessions(request)).map(toWire) })
  }

  async function signOut(request: Request): Promise<Response> {
    const pair = await readBody(request, signOutSchema)
    if (pair instanceof Response) return pair
    const all = await readSessions(request)
    const left = 'address' in pair ? all.filter(each => !isOf(each, pair)) : []
    const ended = all.filter(each => !left.includes(each))
    await Promise.all(ended.map(each => store.mark(keyOfSession(each), each.expiresAt)))
    return json(200, { sessions: left.map(toWire) }, [keep(left)])
  }

  const routes: Readonly<Record<string, (request: Request, origin: string) => Promise<Response>>> = {
    'GET nonce': nonce,
    'POST verify': verify,
    'GET session': session,
    'POST sign-out': signOut,
  }

  async function answer(request: Request, origin: string | null): Promise<Response> {
    const { pathname } = new URL(request.url)
    const name = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : ''
    if (request.method === 'OPTIONS') return preflight()
    const key = `${request.method} ${name}`
    const route = Object.hasOwn(routes, key) ? routes[key] : undefined
    if (!route) return refuse('ROUTE_NOT_FOUND')
    // A page of another site may ask in its visitor's name, but it cannot say that it is one of ours.
    const isOurs = origin !== null && origins.includes(origin)
    if (!isOurs && (origin !== null || request.method === 'POST')) return refuse('APKT002')
    return route(request, origin ?? '')
  }

  return {
    basePath,
    async handle(request) {
      const origin = request.headers.get('origin')
      const response = await answer(request, origin)
      response.headers.set('vary', 'Origin, Cookie')
      if (origin !== null && origins.includes(origin)) {
        response.headers.set('access-control-allow-origin', origin)
        response.headers.set('access-control-allow-credentials', 'true')
      }
      return response
    },
    async getSessions(request) {
      return readSessions(request)
    },
    async getSession(request, pair) {
      return (await readSessions(request)).find(each => pair === undefined || isOf(each, pair))
    },
  }
}

/** The store's key of a nonce: it takes both to make it, the nonce and the cookie of the browser that asked. */
function keyOf(flow: string, nonce: string): string {
  return `nonce ${bytesToHex(sha256(utf8ToBytes(`${flow}.${nonce}`)))}`
}

/** The store's key of a session: what its cookie says, in one digest. */
function keyOfSession({ address, chainId, domain, issuedAt, expiresAt }: ServerSession): string {
  const text = JSON.stringify([address, chainId, domain, issuedAt, expiresAt])
  return `session ${bytesToHex(sha256(utf8ToBytes(text)))}`
}

async function readBody<S extends v.GenericSchema>(
  request: Request,
  schema: S,
): Promise<v.InferOutput<S> | Response> {
  // Other sites' forms cannot send this type.
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refuse('REQUEST_INVALID')
  }
  try {
    const text = await readText(request, longestBody)
    if (text === undefined) return refuse('REQUEST_TOO_LARGE')
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : refuse('REQUEST_INVALID')
  } catch {
    return refuse('REQUEST_INVALID')
  }
}

function refuse(code: keyof typeof routeErrors): Response {
  const { status, message } = routeErrors[code]
  return json(status, { code, message })
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    },
  })
}

function json(status: number, body: unknown, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  for (const each of cookies) headers.append('set-cookie', each)
  return new Response(JSON.stringify(body), { status, headers })
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}

function toWire({ address, chainId, domain, issuedAt, expiresAt }: ServerSession) {
  return { address, chainId, domain, issuedAt: toTime(issuedAt), expiresAt: toTime(expiresAt) }
}

function cookiesOf({ headers }: HasCookies): string | undefined {
  // Checked by its methods: frameworks bring classes of their own.
  const value = isHeaders(headers) ? headers.get('cookie') : headers.cookie
  return typeof value === 'string' ? value : value?.join('; ')
}

function isHeaders(headers: HasCookies['headers']): headers is Headers {
  return typeof headers.get === 'function'
}
