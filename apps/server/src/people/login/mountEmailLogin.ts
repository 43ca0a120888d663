import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import {
  framePath,
  type LoginCodeForm,
  loginPollTime,
  postLoginCode,
  postLoginDevice,
  postLoginEmail,
  postLoginResend,
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import { normalizeEmail } from '../signin/normalizeEmail.ts'
import { checkCode } from './checkCode.ts'
import { emailIdentity } from './createAccounts.ts'
import { type FlowRow, flowLifetime } from './createFlows.ts'
import { createFlowWatch } from './createFlowWatch.ts'
import { formatLinkMail } from './formatLoginMail.ts'
import { issueSession } from './issueSession.ts'
import { type LoginCalls, type LoginDeps, walletPages } from './loginCalls.ts'
import { makeLink } from './makeLink.ts'
import { requireLogin } from './requireLogin.ts'
import { sendCode } from './sendCode.ts'

/** The most milliseconds that sending a message takes (MAIL_TIMEOUT_MS), by any process's clock. */
const longestSending = 15_000

/** CONNECT_EMAIL, CONNECT_DEVICE, CONNECT_OTP (SPEC §5 "Action results", reference §3.2). */
export function mountEmailLogin(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { login, signIn, walletOrigin, now, leastTime = 250 } = deps
  const watch = createFlowWatch({ ...deps, longest: loginPollTime })
  const { accounts, changes, flows, sessions } = login
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, postLoginEmail, options, async ({ body }, project, c) => {
    await calls.admit(c)
    requireLogin(project, 'email')
    const { key, token } = await calls.device(c, body)
    if (!isAllowedOrigin(project, body.page)) throw new RouteFault('APKT002')
    const email = normalizeEmail(body.email)
    if (email === undefined) throw new RouteFault('INVALID_EMAIL')
    if (token !== undefined && body.fresh !== true) {
      const session = await sessions.find(project.id, token)
      const own = session?.device === key ? await accounts.emailOf(session.account_id) : undefined
      if (own?.identity === email.identity) return { action: 'CONNECT' as const }
    }
    const evened = wait(leastTime)
    const { page } = body
    const asking = { project, feature: 'email_login', device: key } as const
    const browser = nameBrowser(c.req.header('user-agent')) ?? null
    const asked = { project_id: project.id, device: key, page, browser, email: email.address }
    const begin = (by: Parameters<typeof flows.begin>[0]['by']) =>
      flows.begin({ ...asked, identity: email.identity, by })
    const { address, isKnown } = await calls.subject(c, asking, email.identity)
    // Wrong codes for the address stop codes to new devices alone, whose visitors go on by a link.
    const needsLink = !isKnown && (login.checksDevice || !(await login.limits.mayGuess(address)))
    if (!needsLink) {
      const form = await formOf(project, isKnown)
      const of = { project, page, device: key, email: email.address, address, form }
      const send = () => sendCode(deps, calls, c, of)
      const row = await begin({ codeFlow: await calls.counted(c, asking, [email], send) })
      await evened
      return { action: 'VERIFY_OTP' as const, ...stepOf(row, form) }
    }
    const row = await calls.counted(c, { ...asking, isLink: true }, [email], async () => {
      const { link, mac } = makeLink()
      const row = await begin({ linkMac: mac })
      try {
        await sendLink(c, project, row, link)
      } catch (error) {
        await flows.end(row.flow)
        throw error
      }
      return row
    })
    await evened
    return { action: 'VERIFY_DEVICE' as const, ...stepOf(row), match: row.match_number }
  })

  mountProjectRoute(app, postLoginDevice, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { key } = await calls.device(c, body)
    const find = () => findFlow(project, body.flow, key)
    const approved = await watch.until({
      flow: body.flow,
      signal: c.req.raw.signal,
      async look() {
        const row = await find()
        return row.code_flow === null ? undefined : row
      },
    })
    if (approved === undefined) return { action: 'VERIFY_DEVICE' as const, ...stepOf(await find()) }
    return { action: 'VERIFY_OTP' as const, ...stepOf(approved) }
  })

  mountProjectRoute(app, postLoginResend, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { key } = await calls.device(c, body)
    const row = await findFlow(project, body.flow, key)
    if (row.state === 'approved' && row.code_flow === null) {
      // Its code is being sent, unless the sending process died.
      if (now() < row.expires_at - flowLifetime + longestSending)
        return { action: 'VERIFY_DEVICE' as const, ...stepOf(row) }
      await flows.reopen(row.flow)
    }
    const evened = wait(leastTime)
    const isLink = row.code_flow === null
    const asking = {
      project,
      feature: 'email_login',
      device: key,
      isLink,
      isApproved: !isLink && isApproved(row),
    } as const
    const { address, isKnown } = await calls.subject(c, asking, row.identity)
    const form = isLink || row.link_mac !== null ? login.codeForm : await formOf(project, isKnown)
    await calls.counted(c, asking, [row], async () => {
      if (isLink) {
        const { link, mac } = makeLink()
        await sendLink(c, project, row, link)
        return flows.renewLink(row.flow, mac)
      }
      const { page, email } = row
      const codeFlow = await sendCode(deps, calls, c, { project, page, device: key, email, address, form })
      return flows.setCode(row.flow, codeFlow)
    })
    await evened
    const next = await findFlow(project, row.flow, key)
    const action = next.code_flow === null ? ('VERIFY_DEVICE' as const) : ('VERIFY_OTP' as const)
    return { action, ...stepOf(next, form) }
  })

  mountProjectRoute(app, postLoginCode, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const { key } = await calls.device(c, body)
    const row = await flows.find(project.id, body.flow)
    const { page, email, identity } = row ?? { page: '', email: '', identity: '' }
    await checkCode(deps, calls, c, {
      project,
      feature: 'email_login',
      code: body.code,
      asked: row?.code_flow ? { flow: row.code_flow, page, email, identity } : undefined,
      device: key,
      isApproved: row !== undefined && isApproved(row),
    })
    const ended = flows.end(body.flow)
    // A changed address logs no visitor in until its change is final.
    const entering = emailIdentity(identity, email)
    const [owner, isReserved] = await Promise.all([
      accounts.find(entering),
      changes.isReserved(identity),
      ended,
    ])
    if (owner === undefined && isReserved) throw new RouteFault('LOGIN_ENDED')
    return issueSession(deps, {
      project: project.id,
      identity: entering,
      device: { key, page, name: nameBrowser(c.req.header('user-agent')) },
      provider: 'email',
      provedBy: 'email',
    })
  })

  /**
   * What a code looks like that was sent without a link. It opens no wallet at a new device, as long as few enough are
   * guessed wrong; a known one may hold a key share, so that a code is all that its thief is short of.
   */
  async function formOf(project: Project, isKnown: boolean): Promise<LoginCodeForm> {
    if (isKnown) return login.codeForm
    const isSpent = await signIn.limits.areShortSpent({ project: project.id, feature: 'email_login' })
    return isSpent ? login.codeForm : 'short'
  }

  /** Its visitor went by a link that other devices do not need: what they did wrong does not count for it. */
  const isApproved = (row: FlowRow) => row.link_mac !== null && !login.checksDevice

  const stepOf = (row: FlowRow, form = login.codeForm) => ({
    flow: row.flow,
    form,
    expiresAt: new Date(row.expires_at).toISOString(),
  })

  /** One that goes on, and is this device's. @throws RouteFault LOGIN_ENDED */
  async function findFlow(project: Project, flow: string, device: string): Promise<FlowRow> {
    const row = await flows.find(project.id, flow)
    if (row === undefined || row.device !== device || row.state === 'denied')
      throw new RouteFault('LOGIN_ENDED')
    return row
  }

  async function sendLink(c: AppContext, project: Project, row: FlowRow, link: string) {
    const mail = formatLinkMail({
      to: row.email,
      project: project.name,
      page: row.page,
      browser: row.browser,
      match: row.match_number,
      at: now(),
      link: `${walletOrigin}${framePath}?projectId=${project.id}#device=${link}`,
    })
    await calls.send(c, mail)
  }
}
