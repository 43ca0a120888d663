import { setTimeout as wait } from 'node:timers/promises'
import type { LoginSession } from 'latchkey/services'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { createOwnVault } from '../custody/vault/createListedVault.ts'
import { openSmtpSink, type SmtpSink } from '../mail/smtpSink.fixture.ts'
import { type CallChange, type DeviceKey, makeDeviceKey, wallet } from '../signin/deviceKey.fixture.ts'
import type { makeWaitingSweep } from './makeLogin.ts'

export const shop = 'https://shop.example'

export interface LoginApp extends TestApp {
  readonly at: { now: number }
  readonly sink: SmtpSink
  /** What the parts of the app share. */
  readonly ctx: Parameters<typeof makeWaitingSweep>[0]
  /** The text of the last message to an address, once it is there. */
  mailTo(address: string): Promise<string>
  /** The code in it. */
  codeTo(address: string): Promise<string>
  /** What the link in it carries. */
  linkTo(address: string): Promise<string>
}

/** The whole app with its own login, a project `shop` that has it on, and a mail server. */
export async function openLogin(
  environment: Readonly<Record<string, string>> = {},
  options: { readonly leastMailTime?: number; readonly sink?: SmtpSink } = {},
): Promise<LoginApp> {
  const at = { now: Date.UTC(2026, 10, 21, 9) }
  const now = () => at.now
  const sink = options.sink ?? (await openSmtpSink())
  let ctx: LoginApp['ctx'] | undefined
  const app = await openApp(
    {
      FRAME_ORIGIN: wallet,
      SMTP_URL: sink.url,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      ...environment,
    },
    {
      now,
      clock: () => performance.now(),
      leastMailTime: options.leastMailTime ?? 0,
      // It outlives a process, as a folder or a key management system does.
      custodyVault: createOwnVault(),
      started: own => {
        ctx = own
      },
    },
  )
  if (ctx === undefined) throw new Error('not started')
  for (const project of ['shop', 'other']) {
    await app.addProject(project, [shop])
    await app.store.write([
      app.store.compose
        .insertInto('project_features')
        .values({ project_id: project, feature_id: 'social_login', is_enabled: 1, config: '["email"]' })
        .compile(),
    ])
  }
  const mailTo = async (address: string): Promise<string> => {
    const mail = sink.mails.findLast(({ recipients }) => recipients.includes(address))
    if (mail === undefined) throw new Error(`nothing was sent to ${address}`)
    return String(mail.mail.text)
  }
  return {
    ...app,
    at,
    sink,
    ctx,
    mailTo,
    codeTo: async address => /^ {4}(\w{6,9})$/m.exec(await mailTo(address))?.[1] ?? 'none',
    linkTo: async address => /#(?:device|undo|stop)=([\w-]{43})$/m.exec(await mailTo(address))?.[1] ?? 'none',
    async close() {
      await app.close()
      if (options.sink === undefined) await sink.close()
    },
  }
}

/** Whatever an answer may hold; a test reads what it expects. */
type AnswerBody = LoginSession & {
  readonly code: string
  readonly action: string
  readonly flow: string
  readonly change: string
  readonly match: string
  readonly state: string
  readonly form: string
  readonly ended: boolean
  readonly revoked: boolean
  readonly devices: readonly { readonly device: string; readonly isCurrent: boolean; readonly name: string }[]
}

export interface Answer {
  readonly status: number
  readonly body: AnswerBody
  readonly retryAfter: string | null
}

/** A browser with the wallet's frame in it. */
export interface Browser {
  readonly key: DeviceKey
  post(path: string, body: object, token?: string, change?: CallChange): Promise<Answer>
  get(path: string, token: string): Promise<Answer>
  /** As far as the code's being asked for; approves the link where there is one. */
  begin(email: string): Promise<string>
  /** All the way. */
  logIn(email: string): Promise<LoginSession>
}

export async function openBrowser(
  app: LoginApp,
  options: { readonly project?: string; readonly from?: string } = {},
): Promise<Browser> {
  const key = await makeDeviceKey()
  const { project = 'shop', from } = options
  const send = async (method: string, path: string, body?: object, token?: string, change?: CallChange) => {
    const call = { method, path: `login/${path}`, body, token, project, now: app.at.now, from }
    const response = await key.send(app, call, change)
    const { status, headers } = response
    return { status, body: (await response.json()) as AnswerBody, retryAfter: headers.get('retry-after') }
  }
  const browser: Browser = {
    key,
    post: (path, body, token, change) => send('POST', path, body, token, change),
    get: (path, token) => send('GET', path, undefined, token),
    async begin(email) {
      // An earlier mail must be allowed again.
      app.at.now += 301_000
      const { body } = await browser.post('email', { email, page: shop })
      if (body.action === 'VERIFY_DEVICE')
        await browser.post('link', { link: await app.linkTo(email), decision: 'approve' })
      return body.flow
    },
    async logIn(email) {
      const flow = await browser.begin(email)
      const { status, body } = await browser.post('code', { flow, code: await app.codeTo(email) })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body
    },
  }
  return browser
}

/** A code that is not this one, of as many digits. */
export const otherCode = (code: string) =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

/** A new device is asked to be approved by a link, also where a session opens no wallet. */
export const checked = { LOGIN_DEVICE_CHECK: 'on' } as const

/** Runs queued tasks, so that a pending call is waiting. */
export const settle = () => wait(30)
