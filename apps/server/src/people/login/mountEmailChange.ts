import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import {
  framePath,
  type LoginUser,
  postEmailChange,
  postEmailChangeFinish,
  postEmailChangePrimary,
  postEmailChangeSecondary,
  postLoginUndo,
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'
import { unsentOf } from '../mail/sendEvenly.ts'
import { type Email, normalizeEmail } from '../signin/normalizeEmail.ts'
import { checkCode } from './checkCode.ts'
import { lostDelay, readyAt } from './composeDeferral.ts'
import { undoLifetime } from './composeUndo.ts'
import type { ChangeRow } from './createChanges.ts'
import { formatChangedMail, formatDeferredMail, formatLoginNotice, maskEmail } from './formatLoginMail.ts'
import type { LoginCaller } from './loginCaller.ts'
import { type LoginCalls, type LoginDeps, walletPages } from './loginCalls.ts'
import { requireFresh, requirePasskey } from './requireFresh.ts'
import { requireLogin } from './requireLogin.ts'
import { requireUser } from './requireUser.ts'
import { sendCode } from './sendCode.ts'

/** UPDATE_EMAIL, and both codes of it (SPEC §5 "Action results", reference §3.2, T45). */
export function mountEmailChange(app: Hono<AppTypes>, deps: LoginDeps, calls: LoginCalls): void {
  const { login, signIn, walletOrigin, now, leastTime = 250 } = deps
  const { accounts, changes, codeForm: form } = login
  const { waiting } = deps
  const options = { ...deps, rules: walletPages }

  mountProjectRoute(app, postEmailChange, options, async ({ body }, project, c) => {
    await calls.admit(c)
    requireLogin(project, 'email')
    const caller = await calls.caller(c, project, body)
    const { page } = body
    const next = normalizeEmail(body.email)
    const old = await accounts.emailOf(caller.accountId)
    // The code that follows is a proof, of a mailbox that is the account's by its provider's word: it needs none before.
    const isOwn = old === undefined && next !== undefined && (await isVerified(caller.accountId, next))
    requireFresh(isOwn ? { ...caller, sessionAge: 0 } : caller)
    if (!isAllowedOrigin(project, page)) throw new RouteFault('APKT002')
    if (next === undefined) throw new RouteFault('INVALID_EMAIL')
    const evened = wait(leastTime)
    const isLost = body.lost === true && old !== undefined
    if (isLost) requirePasskey(caller)
    // Counted before the first code, so that the second step never has to wait.
    const told = old === undefined || isLost ? [next] : old.identity === next.identity ? [old] : [old, next]
    const place = { project, page, caller }
    const code_flow = await calls.counted(c, askingOf(place), told, () =>
      old === undefined || isLost ? sendToNew(c, place, next) : sendToOld(c, place, old, next),
    )
    const row = await changes.begin({
      account_id: caller.accountId,
      project_id: project.id,
      device: caller.deviceThumbprint,
      page,
      step: isLost ? 'lost' : old === undefined ? 'secondary' : 'primary',
      old_email: old?.email ?? null,
      old_identity: old?.identity ?? null,
      new_email: next.address,
      new_identity: next.identity,
      code_flow,
    })
    await evened
    const action =
      old === undefined || isLost ? ('VERIFY_SECONDARY_OTP' as const) : ('VERIFY_PRIMARY_OTP' as const)
    return { action, ...stepOf(row) }
  })

  mountProjectRoute(app, postEmailChangePrimary, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const row = await find(caller, body.change, ['primary'])
    const { page, old_email: email, old_identity: identity, code_flow: flow } = row ?? none
    await checkCode(deps, calls, c, {
      project,
      feature: 'email_change',
      code: body.code,
      device: caller.deviceThumbprint,
      asked: email === null || identity === null ? undefined : { flow, page, email, identity },
    })
    if (row === undefined) throw new RouteFault('EMAIL_CODE_INVALID')
    const evened = wait(leastTime)
    const next = { address: row.new_email, identity: row.new_identity }
    const codeFlow = await unlessUnsent(flow, () => sendToNew(c, { project, page, caller }, next))
    if (!(await changes.proceed(row.change_id, codeFlow))) throw new RouteFault('EMAIL_CODE_INVALID')
    await evened
    return { action: 'VERIFY_SECONDARY_OTP' as const, ...stepOf(row) }
  })

  mountProjectRoute(app, postEmailChangeSecondary, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const row = await find(caller, body.change, ['secondary', 'lost'])
    const { page, new_email: email, new_identity: identity, code_flow: flow } = row ?? none
    await checkCode(deps, calls, c, {
      project,
      feature: 'email_change',
      code: body.code,
      device: caller.deviceThumbprint,
      asked: row === undefined ? undefined : { flow, page, email, identity },
    })
    if (row === undefined || (await isTaken(row.new_identity, row.account_id)))
      throw new RouteFault('EMAIL_CODE_INVALID')
    if (row.step !== 'lost') {
      const mustWait = await waiting.mustWait(caller)
      if (mustWait && row.old_email !== null) return unlessUnsent(flow, () => letWait(caller, row))
      const made = { project, caller, row, keepsSessions: mustWait, refusal: 'EMAIL_CODE_INVALID' } as const
      return unlessUnsent(flow, () => make(c, made))
    }
    const { link, mac } = changes.prepareUndo()
    const from = now() + lostDelay
    await unlessUnsent(flow, () => calls.send(c, deferredMail(project, row, { link, from })))
    if (!(await changes.defer(row.change_id, mac))) throw new RouteFault('EMAIL_CODE_INVALID')
    return { user: await requireUser(accounts, caller.accountId, caller.session.provider) }
  })

  mountProjectRoute(app, postEmailChangeFinish, options, async ({ body }, project, c) => {
    await calls.admit(c)
    const caller = await calls.caller(c, project, body)
    const { accountId: account } = caller
    const row = await changes.findDeferred(account)
    if (row === undefined) throw new RouteFault('LOGIN_ENDED')
    if (body.cancel) {
      await changes.cancel(account)
      return { user: await requireUser(accounts, account, caller.session.provider) }
    }
    requirePasskey(caller)
    const wait = readyAt(row) - now()
    if (wait > 0) throw new RouteFault('EMAIL_COOLDOWN', { retryAfter: Math.ceil(wait / 1_000) })
    if (await isTaken(row.new_identity, account)) throw new RouteFault('LOGIN_ENDED')
    return make(c, { project, caller, row, refusal: 'LOGIN_ENDED' })
  })

  mountProjectRoute(app, postLoginUndo, options, async ({ body }, _project, c) => {
    await calls.admit(c)
    const row = await changes.findUndo(body.link)
    if (row === undefined) throw new RouteFault('LOGIN_ENDED')
    const isUndone = row.undone_at !== null || (body.undo === true && (await changes.undo(body.link)))
    if (body.undo === true && !isUndone) throw new RouteFault('LOGIN_ENDED')
    return {
      state: isUndone ? ('undone' as const) : ('open' as const),
      to: maskEmail(row.new_email),
      at: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  })

  /** Runs the work of a correct code; where a required notice cannot be sent, the code may be tried again (F45). */
  async function unlessUnsent<T>(codeFlow: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (unsentOf(error) !== undefined) await signIn.codes.reopen(codeFlow)
      throw error
    }
  }

  /** Lets a change wait whose session has no key: the old address is the owner's until then. @throws RouteFault */
  async function letWait(caller: LoginCaller, row: ChangeRow) {
    const { change_id: subject, new_email } = row
    const waits = await waiting.begin(caller, { kind: 'email', subject, label: maskEmail(new_email) })
    if (!(await changes.wait(subject))) throw new RouteFault('EMAIL_CODE_INVALID')
    return { user: await requireUser(accounts, caller.accountId, caller.session.provider), waits }
  }

  /**
   * Makes the change. @throws RouteFault `refusal` when the address belongs to another account by now, or the change is
   * made already, or has ended.
   */
  async function make(
    c: AppContext,
    of: {
      readonly project: Project
      readonly caller: LoginCaller
      readonly row: ChangeRow
      readonly refusal: 'EMAIL_CODE_INVALID' | 'LOGIN_ENDED'
      readonly keepsSessions?: boolean
    },
  ): Promise<{ readonly user: LoginUser }> {
    const { project, caller, row, keepsSessions = false } = of
    // An address is never lost silently: one that cannot be notified stays.
    const undo = row.old_email === null ? undefined : await notifyOld(c, project, row, row.old_email)
    if (!(await changes.commit(row, caller.session.id, undo, { keepsSessions })))
      throw new RouteFault(of.refusal)
    await calls.trySend(c, formatLoginNotice({ to: row.new_email, news: 'yours', at: now() }))
    return { user: await requireUser(accounts, caller.accountId, caller.session.provider) }
  }

  const deferredMail = (
    project: Project,
    row: ChangeRow,
    at: { readonly link: string; readonly from: number },
  ) =>
    formatDeferredMail({
      to: row.old_email ?? '',
      project: project.name,
      next: maskEmail(row.new_email),
      link: undoLink(project, at.link),
      from: at.from,
      at: now(),
    })

  const undoLink = (project: Project, link: string) =>
    `${walletOrigin}${framePath}?projectId=${project.id}#undo=${link}`

  const stepOf = (row: ChangeRow) => ({
    change: row.change_id,
    form,
    expiresAt: new Date(row.expires_at).toISOString(),
  })

  const find = (caller: LoginCaller, change: string, steps: Parameters<typeof changes.find>[0]['steps']) =>
    changes.find({ change, steps, account: caller.accountId, device: caller.deviceThumbprint })

  /** Whether a provider of the account has proven the address. */
  async function isVerified(account: string, { identity }: Email): Promise<boolean> {
    const known = await accounts.addressesOf(account)
    return known.some(address => normalizeEmail(address)?.identity === identity)
  }

  /** Whether the address is another account's, or waits for another's change to be taken back. */
  async function isTaken(identity: string, account: string): Promise<boolean> {
    const owner = await accounts.find({ kind: 'email', issuer: 'email', subject: identity })
    return (owner !== undefined && owner !== account) || (await changes.isReserved(identity, account))
  }

  interface Place {
    readonly project: Project
    readonly page: string
    readonly caller: LoginCaller
  }

  const askingOf = ({ project, caller }: Place) =>
    ({ project, feature: 'email_change', device: caller.deviceThumbprint }) as const

  async function sendToOld(c: AppContext, place: Place, old: OwnEmail, next: Email) {
    const { project, page, caller } = place
    const { address } = await calls.subject(c, askingOf(place), old.identity)
    return sendCode(deps, calls, c, {
      project,
      page,
      device: caller.deviceThumbprint,
      email: old.email,
      address,
      purpose: `It changes your account’s email address to ${next.address}.`,
    })
  }

  /** Sends a code to the new address. An address of another account gets a notice instead; the answer is the same. */
  async function sendToNew(c: AppContext, place: Place, next: Email): Promise<string> {
    const { project, page, caller } = place
    const { address } = await calls.subject(c, askingOf(place), next.identity)
    const device = caller.deviceThumbprint
    if (await isTaken(next.identity, caller.accountId)) {
      const asker = { project: project.id, origin: page, key: device }
      const to = { email: next.address, address, form }
      const { flow } = await signIn.codes.begin(asker, to, () =>
        calls.send(c, formatLoginNotice({ to: next.address, news: 'tried', at: now() })),
      )
      return flow
    }
    const purpose = 'It makes this your account’s email address.'
    return sendCode(deps, calls, c, { project, page, device, email: next.address, address, purpose })
  }

  /** The digest of the link that takes the change back. @throws RouteFault APKT009 (503) */
  async function notifyOld(c: AppContext, project: Project, row: ChangeRow, to: string): Promise<string> {
    const { link, mac } = changes.prepareUndo()
    const at = now()
    const mail = formatChangedMail({
      to,
      project: project.name,
      next: maskEmail(row.new_email),
      link: undoLink(project, link),
      until: at + undoLifetime,
      at,
    })
    await calls.send(c, mail)
    return mac
  }
}

type OwnEmail = { readonly email: string; readonly identity: string }

/** A change that there is not. */
const none = {
  page: '',
  old_email: null,
  old_identity: null,
  new_email: '',
  new_identity: '',
  code_flow: 'none',
} as const
