import type { Logger } from 'pino'
import type { AppContext } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { RateLimiter, Shared } from '../../core/scale/shared.ts'
import type { Custody } from '../custody/createCustody.ts'
import type { Mailer, OutgoingMail } from '../mail/createMailer.ts'
import { sendEvenly } from '../mail/sendEvenly.ts'
import { clientOf } from '../signin/clientOf.ts'
import type { CodeSubject } from '../signin/createCodeLimits.ts'
import type { SignIn } from '../signin/createSignIn.ts'
import { isOfBody } from '../signin/isOfBody.ts'
import type { Email } from '../signin/normalizeEmail.ts'
import { sendCounted } from '../signin/sendCounted.ts'
import type { Login } from './createLogin.ts'
import { formatLoginNotice, type LoginNews } from './formatLoginMail.ts'
import { type LoginCaller, readToken } from './loginCaller.ts'
import type { Waiting } from './waiting/createWaiting.ts'

export interface LoginDeps {
  readonly login: Login
  readonly custody: Custody
  readonly waiting: Waiting
  readonly signIn: SignIn
  readonly mailer: Mailer
  readonly gate: Gate
  readonly bodyLimit: number
  readonly shared: Shared
  /** Calls of one client; it refuses while it cannot count (T104). */
  readonly limiter: RateLimiter
  /** Accounts that a client makes without an address; it refuses while it cannot count. */
  readonly accountLimiter: RateLimiter
  readonly clientAddress: (c: AppContext) => string
  /** Where the wallet's page is; links in mails lead there. */
  readonly walletOrigin: string
  readonly log: Logger
  /** Milliseconds that the beginning of a login takes at least: nothing is to be read off the time (T41). */
  readonly leastTime?: number | undefined
  readonly isDraining: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What a code of the login's is for. */
export type LoginFeature = 'email_login' | 'email_change'

/** A device that asks about an address, for a project. */
export interface Asking {
  readonly project: Project
  readonly feature: LoginFeature
  /** Thumbprint of its key, as its proof has shown. */
  readonly device: string
  /** The mailbox's owner let it ask for codes, by a link that others do not need. */
  readonly isApproved?: boolean | undefined
  /** What is sent is a link: wrong codes of others do not stop it. */
  readonly isLink?: boolean | undefined
}

/** How a part of the room answers its calls. */
export interface LoginCalls {
  /** Counts the call; every answer is one person's. @throws RouteFault APKT010 */
  admit(c: AppContext): Promise<void>
  /** The device's key, by a proof for this very body, and for the token that goes along. @throws RouteFault SIGN_IN_INVALID */
  device(c: AppContext, body: object): Promise<{ readonly key: string; readonly token: string | undefined }>
  /** Who asks, by a session, with a proof for this body. @throws RouteFault SIGN_IN_INVALID */
  caller(c: AppContext, project: Project, body?: object): Promise<LoginCaller>
  /** What the limits count a request about this address by; a device that it has logged in from, or was approved, counts apart (S6). */
  subject(c: AppContext, asking: Asking, identity: string): Promise<CodeSubject>
  /** Names an address by the digest that strangers' requests are counted by. */
  nameOf(identity: string): string
  /**
   * Counts a message to each of these addresses, and sends what there is to be sent; what certainly was not is not counted.
   * @throws RouteFault EMAIL_COOLDOWN, APKT010, or APKT009 (503) with the time when all of them are due
   */
  counted<T>(
    c: AppContext,
    asking: Asking,
    emails: readonly Pick<Email, 'identity'>[],
    send: () => Promise<T>,
  ): Promise<T>
  /** @throws RouteFault APKT009 (503) */
  send(c: AppContext, mail: OutgoingMail): Promise<void>
  /** Sends a mail about a finished action; a failure is logged. */
  trySend(c: AppContext, mail: OutgoingMail): Promise<void>
  /** Notifies all of these addresses concurrently, so that many take no longer than one. */
  notify(c: AppContext, addresses: readonly string[], news: LoginNews): Promise<void>
}

/** Every page that may call is the wallet's own. */
export const walletPages = { audience: 'wallet' } as const

export function createLoginCalls(deps: LoginDeps): LoginCalls {
  const { login, signIn, mailer, limiter, clientAddress, log, now } = deps
  const { proofs, limits, nameOf } = signIn
  const entryOf = (c: AppContext) => ({ log, requestId: c.get('requestId') })

  /** Counts a message to an address; why none may be sent, and for how many seconds, where none was counted. */
  async function claim(subject: CodeSubject, isLink: boolean) {
    const { address } = subject
    const claimed = await limits.claim(subject, { areFailsApart: true })
    if (claimed.refused !== undefined) {
      const code = claimed.refused === 'address' ? ('EMAIL_COOLDOWN' as const) : ('APKT010' as const)
      return { code, wait: claimed.wait }
    }
    const wait = await login.limits.claim(address, { areFailsApart: isLink && !login.checksDevice })
    if (wait === undefined) return undefined
    const due = await limits.fail({ ...subject, isUnsent: true })
    return { code: 'EMAIL_COOLDOWN' as const, wait: Math.max(wait, due) }
  }

  /** Takes the counts of messages back that certainly were not sent; whole seconds until all of these are due. */
  async function release(subjects: readonly CodeSubject[], isUnsent: boolean): Promise<number> {
    const waits = subjects.map(async subject => {
      if (isUnsent) await login.limits.giveBack(subject.address)
      return limits.fail({ ...subject, isUnsent })
    })
    return Math.max(1, ...(await Promise.all(waits)))
  }

  const calls: LoginCalls = {
    async admit(c) {
      c.header('Cache-Control', 'no-store')
      const wait = await limiter(clientAddress(c), 1)
      if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
    },
    async device(c, body) {
      const token = readToken(c)
      const proof = await proofs.open(c, token)
      if (proof === undefined || !isOfBody(proof.bodyHash, body)) throw new RouteFault('SIGN_IN_INVALID')
      return { key: proof.key, token }
    },
    async caller(c, project, body) {
      const caller = await login.authorise(c, project)
      if (body !== undefined && !isOfBody(caller.bodyHash, body)) throw new RouteFault('SIGN_IN_INVALID')
      return caller
    },
    async subject(c, { project, feature, device, isApproved = false }, identity) {
      const isKnown = await login.devices.isKnown(identity, device)
      return {
        project: project.id,
        feature,
        address: isKnown || isApproved ? nameOf('address', identity, device) : calls.nameOf(identity),
        ...clientOf(nameOf, clientAddress(c)),
        isKnown,
      }
    },
    nameOf: identity => nameOf('address', identity),
    async counted(c, asking, emails, send) {
      const subjects = await Promise.all(emails.map(({ identity }) => calls.subject(c, asking, identity)))
      for (const [index, subject] of subjects.entries()) {
        const refusal = await claim(subject, asking.isLink === true)
        if (refusal === undefined) continue
        const due = await release(subjects.slice(0, index), true)
        throw new RouteFault(refusal.code, { retryAfter: Math.max(refusal.wait, due) })
      }
      return sendCounted(send, isUnsent => release(subjects, isUnsent))
    },
    send: (c, mail) => sendEvenly(mailer, mail, entryOf(c)),
    async trySend(c, mail) {
      await sendEvenly(mailer, mail, entryOf(c)).catch(error => {
        if (!(error instanceof RouteFault)) throw error
      })
    },
    async notify(c, addresses, news) {
      const at = now()
      await Promise.all(addresses.map(to => calls.trySend(c, formatLoginNotice({ to, news, at }))))
    },
  }
  return calls
}
