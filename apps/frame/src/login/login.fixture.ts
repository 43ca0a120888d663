import { type CustodyMode, formatRouteUrl, postLoginLink } from 'latchkey/services'
import { type LoginApp, shop } from '../../../server/src/people/login/login.fixture.ts'
import { wallet } from '../../../server/src/people/signin/deviceKey.fixture.ts'
import { memoryDatabase } from '../keys/keyDatabase.fixture.ts'
import { makeRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { type KeptStore, openKeptStore } from '../store/openKeptStore.ts'
import { createLogin, type Login } from './createLogin.ts'
import type { LoginDeps } from './loginDeps.ts'
import type { PasskeyBrowser } from './passkey/passkeyBrowser.ts'
import { makePocket } from './passkey/pocket.fixture.ts'

const services = 'http://localhost'

/** A browser under a host site, with the wallet's page in it, over the real services. */
export interface LoginBrowser {
  readonly login: Login
  readonly store: KeptStore
  readonly database: ReturnType<typeof memoryDatabase>
  /** The session events that the embedding page received. */
  readonly told: boolean[]
  /** Paths of the services that were called. */
  readonly calls: string[]
  /** What services that are not what they were answer, by path. */
  readonly answers: Map<string, object>
  /** Paths whose next answer is lost, once the services have given it. */
  readonly losing: Set<string>
  /** Keeps the next answer to a path until it is released; `asked` once the services have given it. */
  hold(path: string): { readonly asked: Promise<void>; release(): void }
  /** What this frame would tell windows of its own, by flow. */
  readonly secrets: Map<string, string>
  /** The services cannot be reached. */
  isOffline: boolean
  /** The services are busy: they refuse everything. */
  isBusy: boolean
  /** Opens what the mail's link leads to, anywhere, and approves it. */
  approve(email: string): Promise<void>
  /** All the way to a session. */
  enter(email: string): Promise<void>
}

/** `of`: another tab of that browser; `keepsNothing`: one that denies storage to the wallet's page, or has no room left. */
export async function openLoginBrowser(
  app: Pick<LoginApp, 'request' | 'at' | 'linkTo' | 'codeTo'>,
  options: {
    readonly of?: LoginBrowser
    readonly keepsNothing?: 'denied' | 'full'
    readonly agent?: string
    readonly passkeys?: PasskeyBrowser
    /** The mode that its page was built for. */
    readonly mode?: CustodyMode
    /** Milliseconds that its clock is ahead of the services'. */
    readonly ahead?: number
    readonly smartAddress?: LoginDeps['smartAddress']
    /** Origin of the wallet's page; that of the fixtures unless given. */
    readonly origin?: string
  } = {},
): Promise<LoginBrowser> {
  const {
    of,
    keepsNothing,
    agent,
    passkeys = makePocket(),
    mode = 'user',
    ahead = 0,
    origin = wallet,
  } = options
  const database = of?.database ?? memoryDatabase()
  const store =
    of?.store ??
    openKeptStore('latchkey', () => {
      throw new Error('no storage here')
    })
  const told: boolean[] = []
  const calls: string[] = []
  const answers = new Map<string, object>()
  const losing = new Set<string>()
  const secrets = new Map<string, string>()
  const held = new Map<string, { given(): void; readonly released: Promise<void> }>()
  const request: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    calls.push(url.pathname)
    if (browser.isOffline) throw new TypeError('offline')
    if (browser.isBusy) return Response.json({ code: 'APKT010', message: '', reasons: [] }, { status: 429 })
    const said = answers.get(url.pathname)
    if (said) return Response.json(said)
    const headers = {
      ...(init?.headers as Record<string, string>),
      origin,
      ...(agent !== undefined && { 'user-agent': agent }),
    }
    const answer = await app.request(url.pathname + url.search, { ...init, headers })
    // As every server does.
    answer.headers.set('date', new Date(app.at.now).toUTCString())
    const hold = held.get(url.pathname)
    held.delete(url.pathname)
    hold?.given()
    await hold?.released
    if (losing.delete(url.pathname)) throw new TypeError('lost')
    return answer
  }
  const login = await createLogin({
    services,
    projectId: 'shop',
    host: shop,
    origin,
    mode,
    fetch: request,
    store,
    openDatabase: async () => {
      if (keepsNothing === 'denied') throw new DOMException('denied', 'SecurityError')
      return keepsNothing === 'full' ? { ...database, write: refuse } : database
    },
    memory: 'lasting',
    passkeys,
    locks: navigator.locks,
    ...(options.smartAddress && { smartAddress: options.smartAddress }),
    tellWindow: ({ flow, secret }) => void secrets.set(flow, secret),
    now: () => app.at.now + ahead,
    wait: () => new Promise(resolve => setImmediate(resolve)),
    emit: ({ isConnected }) => told.push(isConnected),
    signal: new AbortController().signal,
  })
  const browser: LoginBrowser = {
    login,
    store,
    database,
    told,
    calls,
    answers,
    losing,
    secrets,
    hold(path) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held.set(path, { given: asked.resolve, released: released.promise })
      return { asked: asked.promise, release: released.resolve }
    },
    isOffline: false,
    isBusy: false,
    async approve(email) {
      const body = JSON.stringify({ link: await app.linkTo(email), decision: 'approve' })
      const url = formatRouteUrl(services, postLoginLink, { query: { projectId: 'shop' } })
      const { status } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (status !== 200) throw new Error(`the link was answered ${status}`)
    },
    async enter(email) {
      // An earlier mail must be allowed again.
      app.at.now += 301_000
      if ((await login.begin(email)) === 'VERIFY_DEVICE') {
        await browser.approve(email)
        await login.awaitDevice()
      }
      await login.enterCode(await app.codeTo(email))
    },
  }
  return browser
}

/** Its visitor saves a recovery code, which then opens their wallet; one is made with it where there is none. Returns it. */
export async function protectByCode({ login }: LoginBrowser): Promise<string> {
  const code = makeRecoveryCode()
  await login.keep({ kind: 'code', code })
  return code
}

async function refuse(): Promise<void> {
  throw new DOMException('full', 'QuotaExceededError')
}
