import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { postEmail, postEmailCode } from 'latchkey/services'
import type { Logger } from 'pino'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Mailer } from '../mail/createMailer.ts'
import { formatCodeMail } from '../mail/formatCodeMail.ts'
import { nameBrowser } from '../mail/nameBrowser.ts'
import { sendEvenly } from '../mail/sendEvenly.ts'
import { clientOf } from './clientOf.ts'
import type { CodeSubject } from './createCodeLimits.ts'
import { codeLifetime } from './createEmailCodes.ts'
import type { SignIn } from './createSignIn.ts'
import { normalizeEmail } from './normalizeEmail.ts'
import { requireFeature } from './requireFeature.ts'
import { sendCounted } from './sendCounted.ts'

export interface EmailDeps {
  readonly signIn: SignIn
  readonly mailer: Mailer
  readonly gate: Gate
  readonly bodyLimit: number
  readonly clientAddress: (c: AppContext) => string
  readonly log: Logger
  /** Milliseconds that an answer takes at least: what the provider thinks of an address is not to be read off the time (T41). */
  readonly leastTime?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Email capture (SPEC-NOTES §1 "Email capture"): a code by mail, and for it a proof that goes into the sign-in. */
export function mountEmail(app: Hono<AppTypes>, deps: EmailDeps): void {
  const { signIn, mailer, clientAddress, log, now, leastTime = 250 } = deps
  const { codes, known, limits, proofs, tokens, nameOf } = signIn
  const pageOf = (project: Project, identity: string, key: string) => ({
    project: project.id,
    address: nameOf('address', identity),
    device: nameOf('device', key),
  })

  /** What the limits count a request of this page for this address by. */
  async function subjectOf(
    c: AppContext,
    project: Project,
    identity: string,
    key: string,
  ): Promise<CodeSubject> {
    const page = pageOf(project, identity, key)
    const isKnown = await known.isKnown(page)
    return {
      project: project.id,
      feature: 'email_capture',
      address: isKnown ? nameOf('address', identity, key) : page.address,
      ...clientOf(nameOf, clientAddress(c)),
      isKnown,
    }
  }

  const pages = { ...deps, rules: { audience: 'pages' } } as const

  mountProjectRoute(app, postEmail, pages, async ({ body }, project, c) => {
    const origin = begin(c, project)
    const email = normalizeEmail(body.email)
    if (email === undefined) throw new RouteFault('INVALID_EMAIL')
    const evened = wait(leastTime)
    const subject = await subjectOf(c, project, email.identity, body.key)
    const claim = await limits.claim(subject)
    if (claim.refused !== undefined) {
      const code = claim.refused === 'address' ? 'EMAIL_COOLDOWN' : 'APKT010'
      throw new RouteFault(code, { retryAfter: claim.wait })
    }
    const asker = { project: project.id, origin, key: body.key }
    const entry = { log, requestId: c.get('requestId') }
    const send = (code: string) =>
      sendEvenly(
        mailer,
        formatCodeMail({
          to: email.address,
          code,
          project: project.name,
          origin,
          browser: nameBrowser(c.req.header('user-agent')),
          at: now(),
          minutes: codeLifetime / 60_000,
        }),
        entry,
      )
    const { flow, expiresAt } = await sendCounted(
      () => codes.begin(asker, { email: email.address, address: subject.address }, send),
      isUnsent => limits.fail({ ...subject, isUnsent }),
    )
    await evened
    return { flow, issuedAt: new Date(now()).toISOString(), expiresAt: new Date(expiresAt).toISOString() }
  })

  mountProjectRoute(app, postEmailCode, pages, async ({ body }, project, c) => {
    const origin = begin(c, project)
    const email = await codes.emailOf(project.id, body.flow)
    const identity = normalizeEmail(email ?? '')?.identity ?? ''
    const subject = await subjectOf(c, project, identity, body.key)
    const claim = await limits.claimGuess({ ...subject, flow: body.flow })
    if (claim.refused !== undefined) throw new RouteFault('APKT010', { retryAfter: claim.wait })
    const proven = await proofs.read(c)
    // A guess without the key is one all the same, and spends a try (T43).
    const key = proven === body.key ? body.key : ''
    const result = await codes.check({ project: project.id, origin, key }, body.flow, body.code)
    if (result === undefined || 'failed' in result) {
      if (result !== undefined)
        await limits.countFail({
          ...subject,
          address: result.failed,
          isKnown: subject.isKnown && key !== '',
        })
      throw new RouteFault('EMAIL_CODE_INVALID')
    }
    await known.trust(pageOf(project, identity, key))
    const emailProof = await tokens.issueEmail({ project: project.id, key, email: result.email })
    return { emailProof, email: result.email }
  })
}

/** The page that asks; the gate has let in no other. */
function begin(c: AppContext, project: Project): string {
  c.header('Cache-Control', 'no-store')
  requireFeature(project, 'email_capture')
  const origin = c.req.header('origin')
  if (origin === undefined) throw new RouteFault('APKT002')
  return origin
}
