import { Hono } from 'hono'
import type { LoginSession, LoginUser } from 'latchkey/services'
import { type Providers, startProviders } from '../../../../devstack/src/providers/startProviders.ts'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { oneOf } from '../../core/context/oneOf.ts'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { createLog } from '../../core/log/createLog.ts'
import { createLocalShared } from '../../core/scale/createLocalShared.ts'
import { makeAttestationKey } from '../attestation/openAttestationKey.ts'
import { type CallChange, type DeviceKey, makeDeviceKey, wallet } from '../signin/deviceKey.fixture.ts'
import { makeFarcaster, makeSocial } from './makeSocial.ts'
import { mountSocialPages } from './mountSocialPages.ts'

export const shop = 'https://shop.example'
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

export const startTestProviders = (): Promise<Providers> =>
  startProviders({ port: 0, host: '127.0.0.1', walletOrigin: wallet })

export interface SocialApp extends TestApp {
  /** Milliseconds by which the services' clock is ahead, and whether a poll answers at once. */
  readonly at: { ahead: number; isHasty: boolean }
  readonly now: () => number
  /** The pages of the wallet's origin. */
  readonly pages: Hono<AppTypes>
}

/** The whole app with providers that answer, a project `shop` that has all of them on, and the wallet's own pages. */
export async function openSocial(
  providers: Pick<Providers, 'variables'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<SocialApp> {
  const at = { ahead: 0, isHasty: true }
  const now = () => Date.now() + at.ahead
  const signInKey = makeAttestationKey()
  const log = createLog({ level: 'silent' })
  const shared = createLocalShared({ clock: () => performance.now(), log })
  const variables = { FRAME_ORIGIN: wallet, ...providers.variables, ...environment }
  let social: Pick<Parameters<typeof mountSocialPages>[1], 'social' | 'farcaster'> | undefined
  const app = await openApp(variables, {
    now,
    signInKey,
    shared,
    isDraining: () => at.isHasty,
    started(ctx) {
      social = { social: oneOf(ctx, makeSocial), farcaster: oneOf(ctx, makeFarcaster) }
    },
  })
  if (social === undefined) throw new Error('the app has not started')
  for (const project of ['shop', 'other']) {
    await app.addProject(project, [shop])
    await app.store.write([
      app.store.compose
        .insertInto('project_features')
        .values({ project_id: project, feature_id: 'social_login', is_enabled: 1, config: null })
        .compile(),
    ])
  }
  const pages = new Hono<AppTypes>()
  mountSocialPages(pages, {
    ...social,
    services: 'http://localhost',
    shared,
    clientAddress: c => c.req.header('x-test-address') ?? '203.0.113.7',
    limiter: () => 0,
    log: createLog({ level: 'debug', sink: { write: line => app.lines.push(line) } }),
  })
  return { ...app, at, now, pages }
}

type AnswerBody = {
  readonly code: string
  readonly flow: string
  readonly uri: string
  readonly secret: string
  readonly match: string
  readonly state: string
  readonly reason: string
  readonly session: LoginSession
  readonly user: LoginUser
  readonly unlinked: boolean
  readonly providers: readonly { readonly provider: string; readonly isAvailable: boolean }[]
}

export interface Answer {
  readonly status: number
  readonly body: AnswerBody
}

/** A page that a browser came to. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly text: string
}

export interface Browser {
  readonly key: DeviceKey
  /** Secrets of flows that began here. */
  readonly secrets: Map<string, string>
  /** Calls of the wallet's frame. */
  post(path: string, body: object, token?: string, change?: CallChange): Promise<Answer>
  begin(
    provider: string,
    more?: object,
    token?: string,
  ): Promise<Pick<AnswerBody, 'flow' | 'uri' | 'secret' | 'match'>>
  poll(flow: string, token?: string): Promise<Answer>
  /**
   * Opens an address in a window, and goes where it is led as far as the next page with something to do. A flow that began in
   * this browser has its secret there, as by the frame's message.
   */
  open(url: string, form?: URLSearchParams): Promise<Page>
  /** As far as the provider's page, whose address may be changed on the way. */
  reach(uri: string, change?: (url: URL) => void): Promise<Page>
  /** Says who one is at the provider; where that leads is given, and not gone to. */
  choose(
    page: Page,
    email: string,
  ): Promise<{ readonly url: string; readonly form: URLSearchParams | undefined }>
  /** All of it in the window. */
  visit(uri: string, email: string): Promise<Page>
  /** All the way. */
  logIn(provider: string, email: string): Promise<LoginSession>
}

export async function openBrowser(
  app: SocialApp,
  options: {
    readonly address?: string
    readonly agent?: string
    /** Secrets of flows that its frame began. */
    readonly secrets?: Map<string, string>
  } = {},
): Promise<Browser> {
  const key = await makeDeviceKey()
  const cookies = new Map<string, string>()
  const { address = '203.0.113.7', secrets = new Map<string, string>() } = options
  const userAgent = options.agent ?? agent

  async function ask(url: string, form?: URLSearchParams | string): Promise<Response> {
    const { origin, pathname, search } = new URL(url)
    const own = [...cookies].filter(([name]) => {
      const [from, path = '/'] = name.split(' ')
      return from === origin && pathname.startsWith(path)
    })
    const headers = {
      'user-agent': userAgent,
      'x-test-address': address,
      cookie: own.map(([name, value]) => `${name.split(' ')[2]}=${value}`).join('; '),
      ...(form instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' }),
      // As the page's script sends it.
      ...(typeof form === 'string' && { 'content-type': 'application/json', origin: wallet }),
    }
    const init = { method: form ? 'POST' : 'GET', headers, ...(form && { body: form.toString() }) }
    const response =
      origin === wallet
        ? await app.pages.request(pathname + search, init)
        : await fetch(url, { ...init, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const [, path = '/'] = /; path=([^;]+)/i.exec(line) ?? []
      cookies.set(`${origin} ${path} ${name}`, value)
    }
    return response
  }

  async function open(url: string, form?: URLSearchParams): Promise<Page> {
    const response = await ask(url, form)
    const to = response.headers.get('location')
    if (to !== null) return open(new URL(to, url).href)
    const page = { url: new URL(url), status: response.status, text: await response.text() }
    const alone = linkIn(page.text)
    if (!alone.endsWith('?alone')) return page
    const secret = secrets.get(page.url.pathname.split('/').at(-1) ?? '')
    const answer = secret && (await ask(`${url}/own`, JSON.stringify({ secret })))
    if (!answer || answer.status !== 200) return open(alone)
    const { uri } = (await answer.json()) as { readonly uri: string }
    return { ...page, text: `<a href="${uri}">` }
  }

  const browser: Browser = {
    key,
    secrets,
    async post(path, body, token, change) {
      const call = {
        method: 'POST',
        path: `login/social/${path}`,
        body,
        token,
        now: app.now(),
        from: address,
      }
      const headers = { 'user-agent': userAgent, ...change?.headers }
      const response = await key.send(app, call, { ...change, headers })
      return { status: response.status, body: (await response.json()) as AnswerBody }
    },
    async begin(provider, more = {}, token) {
      const { status, body } = await browser.post('begin', { provider, page: shop, ...more }, token)
      if (status !== 200) throw new Error(JSON.stringify(body))
      secrets.set(body.flow, body.secret)
      return body
    },
    poll: (flow, token) => browser.post('poll', { flow }, token),
    open,
    async reach(uri, change) {
      const { text } = await open(uri)
      const to = new URL(linkIn(text))
      change?.(to)
      return open(to.href)
    },
    async choose(page, email) {
      const form = new URLSearchParams(email === '' ? { deny: '1' } : { email })
      let response = await ask(page.url.href, form)
      let url = page.url.href
      for (;;) {
        const to = response.headers.get('location')
        if (to === null) break
        url = new URL(to, url).href
        if (new URL(url).origin === wallet) return { url, form: undefined }
        response = await ask(url)
      }
      const text = await response.text()
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? []
      const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
      return {
        url: plain(action),
        form: new URLSearchParams(
          fields.map(([, name = '', value = '']): [string, string] => [name, plain(value)]),
        ),
      }
    },
    async visit(uri, email) {
      const { url, form } = await browser.choose(await browser.reach(uri), email)
      return open(url, form)
    },
    async logIn(provider, email) {
      const { flow, uri } = await browser.begin(provider)
      await browser.visit(uri, email)
      const { status, body } = await browser.poll(flow)
      if (status !== 200 || body.state !== 'done') throw new Error(JSON.stringify(body))
      return body.session
    },
  }
  return browser
}

/** Presses a button of the page that asks whether it was them. */
export function confirm(
  browser: Pick<Browser, 'open'>,
  page: Page,
  decision: 'approve' | 'deny' = 'approve',
  other?: string,
): Promise<Page> {
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const [, own = ''] = /name="confirm" value="([^"]+)"/.exec(page.text) ?? []
  return browser.open(wallet + action, new URLSearchParams({ confirm: other ?? own, decision }))
}

/** What the page of a Farcaster login leads to once its visitor says that the login is theirs. */
export async function confirmApp(app: SocialApp, url: string): Promise<string> {
  const body = new URLSearchParams({ decision: 'approve' })
  const { pathname } = new URL(url)
  const response = await app.pages.request(pathname, { method: 'POST', body })
  return linkIn(await response.text())
}

const plain = (text: string) =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&#x2F;/g, '/')
    .replace(/&quot;/g, '"')

/** Where a page of the wallet leads to. */
export const linkIn = (text: string) => plain(/<a href="([^"]+)"/.exec(text)?.[1] ?? 'nowhere')
