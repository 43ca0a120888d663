import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { frameSocials, socialCallbackPath, socialReturnParameter } from 'latchkey/services'
import type { Logger } from 'pino'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { readBody } from '../../core/http/readBody.ts'
import type { RateLimiter, Shared } from '../../core/scale/shared.ts'
import { notifyFlow } from '../login/createFlowWatch.ts'
import { timeLine } from '../mail/layOutMail.ts'
import type { Social } from './createSocial.ts'
import { isDenied } from './createSocialClient.ts'
import { type SocialRow, socialLifetime } from './createSocialFlows.ts'
import {
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
    readonly shared: Pick<Shared, 'publish'>
    readonly clientAddress: (c: AppContext) => string
    readonly limiter: RateLimiter
    readonly log: Logger
  },
): void {
  const { social, clientAddress, limiter, log } = deps
  const { client, flows, walletOrigin } = social
  const isSecure = walletOrigin.startsWith('https:')

  app.get('/social/:flow', c =>
    counted(c, async () => {
      const flow = c.req.param('flow') ?? ''
      const row = isFlow(flow) ? await flows.find(flow) : undefined
      const provider = client.providers.find(name => name === row?.provider)
      if (row === undefined || provider === undefined) return over(c)
      const question = social.question()
      let url: string
      try {
        url = await client.askUrl(provider, question, row.purpose === 'prove')
      } catch (error) {
        await fail(row, error)
        return row.return_to === null ? show(c, troublePage(), 502) : leave(c, row)
      }
      if ((await flows.open(flow, question.state)) === undefined) return over(c)
      const isForm = client.plan(provider).answer === 'form_post'
      setCookie(c, markOf(question.state), social.browserMark(question.state), {
        path: `${socialCallbackPath}${provider}`,
        httpOnly: true,
        // A form of the provider's page comes with no other kind; browsers take it from names under localhost as well.
        sameSite: isForm ? 'None' : 'Lax',
        secure: isSecure || isForm,
        maxAge: socialLifetime / 1_000,
      })
      return show(c, leavePage(url))
    }),
  )

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
      if (!isFlow(flow) || !isSecret(confirm)) return over(c)
      const row = await flows.confirm(flow, confirm, form?.get('decision') === 'approve')
      if (row === undefined) return over(c)
      await notifyFlow(deps.shared, flow)
      return leave(c, row)
    }),
  )

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
      const identity = await client.redeem(provider, answer, { ...social.question(state), since })
      const isSame = row.client_mac === social.clientMac(clientAddress(c), c.req.header('user-agent'))
      const confirm = isSame ? undefined : randomBytes(32).toString('base64url')
      await flows.settle(row.flow, identity, confirm)
      if (confirm !== undefined) {
        const words = { who: identity.label, at: timeLine(row.created_at) }
        return show(c, confirmPage(row, confirm, words))
      }
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

const isFlow = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)
const isSecret = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
