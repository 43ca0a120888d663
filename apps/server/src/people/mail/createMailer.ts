import type { Readable } from 'node:stream'
import type * as Nodemailer from 'nodemailer'
import { lazyLibrary } from '../../core/libraries/lazyLibrary.ts'
import { type MailSettings, parseSmtpUrl } from './readMailSettings.ts'

const nodemailer = lazyLibrary<typeof Nodemailer>('nodemailer')

/** One message to one address. */
export interface OutgoingMail {
  readonly to: string
  /** The name that it is from, in place of MAIL_FROM's: that of the project which the visitor knows. */
  readonly sender?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Hands mail to the provider. */
export interface Mailer {
  /** Resolves once the provider took the message. @throws MailError */
  send(mail: OutgoingMail): Promise<void>
  /** Closes idle connections; pending sends fail. */
  close(): void
}

/**
 * Why a message was not taken. `unset`: there is no provider. `address`: this recipient is none, as it says. `down`:
 * everything else. It carries a word and a number for the log, and never what the provider wrote, which may name the recipient.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly reason: 'unset' | 'address' | 'down'
  /** The provider's reply code, when it said something. */
  readonly replyCode: number | undefined
  /** Nothing will ever arrive there: unlike a mailbox that is full, or that takes nothing from us. */
  readonly isGone: boolean
  /** A provider did not say no, and may have taken it all the same. */
  readonly mayArrive: boolean

  constructor(
    reason: MailError['reason'],
    detail = '',
    more: Partial<Pick<MailError, 'replyCode' | 'isGone' | 'mayArrive'>> = {},
  ) {
    super(`mail not sent: ${reason}${detail === '' ? '' : ` (${detail})`}`)
    this.reason = reason
    this.replyCode = more.replyCode
    this.isGone = more.isGone ?? false
    this.mayArrive = more.mayArrive ?? false
  }
}

/** What says of a recipient that there is none (RFC 5321 §4.2.3), unless a closer word comes with it (RFC 3463 §3.2). */
const noMailbox = /^55[013][ -](?:5\.1\.(?:[1236]|10)\b|(?!\d\.\d))/

/** One address and nothing that a list, a comment or a header is written with (T47). */
const plainAddress = /^[^\s\p{C}<>"(),:;@\\[\]]{1,64}@[A-Za-z0-9.-]{1,253}$/u

/** Connections to the provider of one process. */
const mostConnections = 3

/** One of them; a message that it did not take in time it does not take later either. */
interface Provider {
  /** @throws MailError */
  send(mail: OutgoingMail, milliseconds: number): Promise<void>
  close(): void
}

/**
 * Creates a mailer that connects with its first message. A message that one provider refuses goes to the next (F45);
 * each provider may use its share of the total time, and the last one the rest.
 */
export function createMailer(settings: MailSettings): Mailer {
  const { from, timeout } = settings
  const urls = [settings.smtpUrl, settings.fallbackUrl].flatMap(url => url ?? [])
  const providers = urls.map((url, index) =>
    openProvider(url, { from, timeout: timeout / (urls.length - index) }),
  )

  return {
    async send(mail) {
      const end = performance.now() + timeout
      let failure = new MailError('unset')
      for (const [index, provider] of providers.entries()) {
        try {
          return await provider.send(mail, (end - performance.now()) / (providers.length - index))
        } catch (error) {
          if (!(error instanceof MailError)) throw error
          // Another one would say the same of it.
          if (error.reason === 'address') throw error
          if (!failure.mayArrive) failure = error
        }
      }
      throw failure
    },
    close() {
      for (const provider of providers) provider.close()
    },
  }
}

function openProvider(url: string, { from, timeout }: Pick<MailSettings, 'from' | 'timeout'>): Provider {
  const { host, port, user, password, tls } = parseSmtpUrl(url)
  const transport = nodemailer().createTransport({
    pool: true,
    maxConnections: mostConnections,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    logger: false,
    // A message is made of its texts alone, whatever they look like.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user !== '' && { auth: { user, pass: password } }),
  })
  // A pooled connection that breaks while idle is no failure.
  transport.on('error', () => undefined)
  /** What the provider reads each message from, by its signal. */
  const contents = new WeakMap<object, Readable>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc(content => {
      if (data.signal) contents.set(data.signal, content)
      return content
    })
    done()
  })

  return {
    async send({ to, sender, subject, text, html }, milliseconds) {
      if (!plainAddress.test(to)) throw new MailError('address', '', { isGone: true })
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), milliseconds)
      try {
        await transport.sendMail({
          from: sender ? { ...from, name: sender } : from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject: subject.replace(/\p{C}+/gu, ' '),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: late.signal,
        })
      } catch (error) {
        if (late.signal.aborted) throw new MailError('down', 'timeout', { mayArrive: true })
        throw toMailError(error, contents.get(late.signal)?.readableDidRead === true)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}

/** `wasRead`: some of the message was handed over. */
function toMailError(error: unknown, wasRead: boolean): MailError {
  const { code, command, response, responseCode } = error as {
    code?: unknown
    command?: unknown
    response?: unknown
    responseCode?: unknown
  }
  const replyCode = typeof responseCode === 'number' ? responseCode : undefined
  const isAddress = command === 'RCPT TO' && replyCode !== undefined && replyCode >= 500
  const isGone = isAddress && noMailbox.test(String(response))
  const detail = typeof code === 'string' ? code : ''
  const mayArrive = replyCode === undefined && wasRead
  return new MailError(isAddress ? 'address' : 'down', detail, { replyCode, isGone, mayArrive })
}
