import { type Reader, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'

export interface MailSettings {
  /** Where mail is handed in; without it none is sent. It often holds a password: never log it. */
  readonly smtpUrl: string | undefined
  /** Where it is handed in when that does not take it. */
  readonly fallbackUrl: string | undefined
  /** Whom the mail is from. */
  readonly from: Sender
  /** Milliseconds for one message at all providers together, from the first connection to the last word. */
  readonly timeout: number
}

export interface Sender {
  readonly name: string
  readonly address: string
}

export function readMailSettings(read: ReadVariable): MailSettings {
  return {
    smtpUrl: read<string | undefined>('SMTP_URL', undefined, smtpUrl),
    fallbackUrl: read<string | undefined>('SMTP_FALLBACK_URL', undefined, smtpUrl),
    from: read('MAIL_FROM', { name: 'Latchkey', address: 'noreply@localhost' }, sender),
    // A page gives up after 10 s, and the wallet after 20 s or more: answer before that.
    timeout: read('MAIL_TIMEOUT_MS', 8_000, wholeNumber(500, 9_000)),
  }
}

/** What a URL says of a mail server. */
export interface SmtpPlace {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** From the first byte on, by STARTTLS and not without, or none at all. */
  readonly tls: 'implicit' | 'required' | 'off'
}

/** @throws TypeError for what `smtpUrl` refuses. */
export function parseSmtpUrl(text: string): SmtpPlace {
  const { protocol, hostname, port, username, password, searchParams } = new URL(text)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopback = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  const implicit = protocol === 'smtps:'
  const off = !implicit && (searchParams.get('tls') === 'off' || isLoopback)
  return {
    host,
    port: port === '' ? (implicit ? 465 : 587) : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: implicit ? 'implicit' : off ? 'off' : 'required',
  }
}

const example = 'must be a URL such as smtps://user:password@mail.example:465'

const smtpUrl: Reader<string> = text => {
  if (!URL.canParse(text)) throw new Wrong(example)
  const { protocol, hostname, pathname, searchParams, hash } = new URL(text)
  const isKnown = [...searchParams].every(([name, value]) => name === 'tls' && value === 'off')
  if (!/^smtps?:$/.test(protocol) || hostname === '' || !/^\/?$/.test(pathname) || hash !== '' || !isKnown)
    throw new Wrong(example)
  let place: SmtpPlace
  try {
    place = parseSmtpUrl(text)
  } catch {
    throw new Wrong(example)
  }
  // A man in the middle would get the password.
  if (searchParams.has('tls') && place.password !== '')
    throw new Wrong('may not send a password without TLS: leave tls=off out')
  return text
}

const longestName = 100

const sender: Reader<Sender> = text => {
  const [, name = '', address = text] = /^([^<>]{0,200})<([^<>]{1,254})>$/.exec(text) ?? []
  const plain = name.trim().replace(/^"(.*)"$/, '$1')
  if (
    !/^[^\s<>"@,;:]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(address) ||
    /[\p{C}"]/u.test(plain) ||
    plain.length > longestName
  )
    throw new Wrong('must be an address such as Shop <noreply@shop.example>')
  return { name: plain, address }
}
