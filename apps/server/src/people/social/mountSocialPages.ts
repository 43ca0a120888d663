import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { frameSocials, socialCallbackPath, socialOwnPath, socialReturnParameter } from 'latchkey/services'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { parseJson } from '../../core/http/parseJson.ts'
import { readBody } from '../../core/http/readBody.ts'
import type { RateLimiter, Shared } from '../../core/scale/shared.ts'
import { notifyFlow } from '../login/createFlowWatch.ts'
import { timeLine } from '../mail/layOutMail.ts'
import type { Social } from './createSocial.ts'
import { isDenied } from './createSocialClient.ts'
import { type SocialRow, socialLifetime } from './createSocialFlows.ts'
import { type Farcaster, farcaster as farcasterName } from './farcaster/createFarcaster.ts'
import {
  askPage,
  busyPage,
  closePage,
  confirmPage,
  leavePage,
  overPage,
  type SocialPage,
  troublePage,
} from './socialPages.ts'
import type { SocialName } from './socialPlans.ts'

/** Bytes of a form; Apple's has an ID token in it. */
const mostForm = 32_768
/** Bytes of what a window says that has the secret. */
const mostSecret = 1_024
const ownSchema = v.strictObject({ secret: v.pipe(v.string(), v.length(43)) })
/** Names a window that cannot show that it is of the browser that began. */
const alone = 'alone'
const bare = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const
/** The mark of one way to a provider: a browser may be on several, for sites that know nothing of each other. */
const markOf = (state: string) => `latchkey_social_${state.slice(0, 8)}`

/**
 * Mounts the wallet's own pages for a login through a provider: `/social/<flow>` leads there, `/cb/<provider>` leads
 * back. No visitor is logged in here: the poll does that, with the key of the browser that began.
 */
export function mountSocialPages(
  app: Hono<AppTypes>,
  deps: {
    readonly social: Social
    /** Absent where it is not set up. */
    readonly farcaster?: Farcaster | undefined
    /** Origin of the services, for apps that answer there. */
    readonly services: string
    readonly shared: Pick<Shared, 'publish'>
    readonly clientAddress: (c: AppContext) => string
    readonly limiter: RateLimiter
    readonly log: Logger
  },
): void {
  const { social, farcaster, clientAddress, limiter, log } = deps
  const { client, flows, walletOrigin } = social
  const isSecure = walletOrigin.startsWith('https:')

  app.get('/social/:flow', c =>
    counted(c, async () => {
      const row = await find(c)
      if (row === undefined) return over(c)
      if (row.provider === farcasterName)
        return isOpen(row) ? show(c, confirmPage(row, { who: null, at: timeOf(row) })) : over(c)
      // A tab that was sent here has no opener, and a used secret is not given twice.
      const isAlone = row.return_to !== null || row.step !== 'begun' || c.req.query(alone) !== undefined
      if (!isAlone) return show(c, askPage(`${walletOrigin}/social/${row.flow}?${alone}`))
      const url = await lead(c, row, false)
      if (url === 'trouble') return row.return_to === null ? show(c, troublePage(), 502) : leave(c, row)
      return url === undefined ? over(c) : show(c, leavePage(url))
    }),
  )

  // For the script of the page above alone: a page of another origin cannot send this, not even by a form.
  app.post(`/social/:flow${socialOwnPath}`, async c => {
    const wait = await limiter(clientAddress(c), 1)
    if (wait > 0) return c.body(null, 429, { 'retry-after': String(wait) })
    const isOwnPage =
      c.req.header('origin') === walletOrigin && c.req.header('content-type') === 'application/json'
    const secret = isOwnPage ? await readSecret(c) : undefined
    const row = await find(c)
    const isOwn = secret !== undefined && row !== undefined && social.isOwnSecret(secret, row.flow)
    const uri = isOwn ? await lead(c, row, true) : undefined
    return uri === undefined || uri === 'trouble' ? c.body(null, 403, bare) : c.json({ uri }, 200, bare)
  })

  for (const provider of frameSocials) {
    const isForm = client.plan(provider).answer === 'form_post'
    app.on(isForm ? 'POST' : 'GET', `${socialCallbackPath}${provider}`, c =>
      counted(c, async () => {
        const answer = isForm ? await readForm(c) : new URL(c.req.url).searchParams
        return answer === undefined ? over(c) : come(c, provider, answer)
      }),
    )
  }

  app.post('/social/:flow', c =>
    counted(c, async () => {
      const form = await readForm(c)
      const [flow = '', confirm = ''] = [c.req.param('flow'), form?.get('confirm') ?? '']
      const isOwn = form?.get('decision') === 'approve'
      const asked = confirm === '' && form !== undefined ? await find(c) : undefined
      if (asked?.provider === farcasterName) return isOwn ? openApp(c, asked) : refuse(c, asked)
      if (!isFlow(flow) || !isSecret(confirm)) return over(c)
      const row = await flows.confirm(flow, confirm, isOwn)
      if (row === undefined) return over(c)
      await notifyFlow(deps.shared, flow)
      return leave(c, row)
    }),
  )

  async function find(c: AppContext): Promise<SocialRow | undefined> {
    const flow = c.req.param('flow') ?? ''
    return isFlow(flow) ? flows.find(flow) : undefined
  }

  /** Where a window goes on: the provider's page; undefined once the flow went on without it. */
  async function lead(
    c: AppContext,
    row: SocialRow,
    isOwn: boolean,
  ): Promise<string | 'trouble' | undefined> {
    const provider = client.providers.find(name => name === row.provider)
    if (provider === undefined) return undefined
    const question = social.question()
    let url: string
    try {
      url = await client.askUrl(provider, question, row.purpose === 'prove')
    } catch (error) {
      await fail(row, error)
      return 'trouble'
    }
    if ((await flows.open(row.flow, question.state, { isOwn })) === undefined) return undefined
    const isForm = client.plan(provider).answer === 'form_post'
    setCookie(c, markOf(question.state), social.browserMark(question.state), {
      path: `${socialCallbackPath}${provider}`,
      httpOnly: true,
      // A form of the provider's page comes with no other kind; browsers take it from names under localhost as well.
      sameSite: isForm ? 'None' : 'Lax',
      secure: isSecure || isForm,
      maxAge: socialLifetime / 1_000,
    })
    return url
  }

  /** Leads to the app, whose answer the poll of the frame gets. */
  async function openApp(c: AppContext, row: SocialRow): Promise<Response> {
    if (farcaster === undefined || !isOpen(row)) return over(c)
    try {
      return await show(c, leavePage(await farcaster.open(row, deps.services)))
    } catch (error) {
      await fail(row, error)
      return show(c, troublePage(), 502)
    }
  }

  async function refuse(c: AppContext, row: SocialRow): Promise<Response> {
    await flows.fail(row.flow, 'denied')
    await notifyFlow(deps.shared, row.flow)
    return show(c, closePage())
  }

  /** Handles the return from a provider, with its parameters and the mark of the browser that was sent there (T49). */
  async function come(c: AppContext, provider: SocialName, answer: URLSearchParams): Promise<Response> {
    const states = answer.getAll('state')
    const [state = ''] = states
    if (states.length !== 1 || !isSecret(state) || !social.isMark(getCookie(c, markOf(state)), state))
      return over(c)
    const row = await flows.claim(provider, state)
    if (row === undefined) return over(c)
    deleteCookie(c, markOf(state), { path: `${socialCallbackPath}${provider}` })
    try {
      const since = row.purpose === 'prove' ? row.created_at : undefined
      const result = await client.redeem(provider, answer, { ...social.question(state), since })
      const confirm = row.is_own === 1 ? undefined : randomBytes(32).toString('base64url')
      await flows.settle(row.flow, result, confirm)
      if (confirm !== undefined)
        return show(c, confirmPage(row, { who: result.identity.label, at: timeOf(row), confirm }))
    } catch (error) {
      await fail(row, error)
      return leave(c, row)
    }
    await notifyFlow(deps.shared, row.flow)
    return leave(c, row)
  }

  async function fail(row: SocialRow, error: unknown): Promise<void> {
    await flows.fail(row.flow, isDenied(error) ? 'denied' : 'provider')
    await notifyFlow(deps.shared, row.flow)
    // What a provider says may name a person.
    const { name, code } = error as { readonly name?: unknown; readonly code?: unknown }
    log.info({ provider: row.provider, error: String(name), code: String(code) }, 'social login failed')
  }

  async function counted(c: AppContext, answer: () => Promise<Response>): Promise<Response> {
    const wait = await limiter(clientAddress(c), 1)
    if (wait === 0) return answer()
    c.header('retry-after', String(wait))
    return show(c, busyPage(), 429)
  }

  async function readForm(c: AppContext): Promise<URLSearchParams | undefined> {
    const type = c.req.header('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return undefined
    const bytes = await readBody(c, mostForm)
    return bytes && new URLSearchParams(new TextDecoder().decode(bytes))
  }

  const over = (c: AppContext) => show(c, overPage(), 410)
}

/** Back to the page that asked, which has only the flow's name from it; or out of a window. */
function leave(c: AppContext, row: SocialRow): Response | Promise<Response> {
  if (row.return_to === null) return show(c, closePage())
  const url = new URL(row.page + row.return_to)
  url.searchParams.set(socialReturnParameter, row.flow)
  return show(c, leavePage(url.href))
}

function show(c: AppContext, page: SocialPage, status: 200 | 410 | 429 | 502 = 200) {
  return c.html(page.body, status, page.headers)
}

/** The secret that a body of JSON names. */
async function readSecret(c: AppContext): Promise<string | undefined> {
  const bytes = await readBody(c, mostSecret)
  const { success, output } = v.safeParse(ownSchema, bytes && parseJson(bytes)?.value)
  return success ? output.secret : undefined
}

/** Whether nothing has come back for it. */
const isOpen = ({ step }: SocialRow) => step === 'begun' || step === 'opened'
const timeOf = (row: SocialRow) => timeLine(row.created_at)
const isFlow = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)
const isSecret = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
