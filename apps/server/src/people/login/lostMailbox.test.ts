import { postPasskeyOptions } from 'latchkey/services'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { openSlowSink } from '../mail/smtpSink.fixture.ts'
import { type Authenticator, makeAuthenticator } from './authenticator.fixture.ts'
import { type Answer, type Browser, type LoginApp, openBrowser, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins({ allows: 'all' })
const [ann, next] = ['ann@mail.example', 'ann@new.example']
const oneDay = 86_400_000
const stepUp = { status: 403, body: { code: 'LOGIN_STEP_UP' } }

async function challengeOf(browser: Browser, purpose: string, token?: string): Promise<string> {
  const { body } = await browser.post('passkey/options', { purpose, page: shop }, token)
  return v.parse(postPasskeyOptions.response, body).challenge
}

async function logIn(browser: Browser, key: Authenticator): Promise<Answer['body']> {
  const credential = key.use(await challengeOf(browser, 'login'))
  return (await browser.post('passkey/login', { page: shop, credential })).body
}

/** Ann, with a passkey that she has had for more than a day, and a session by it. */
async function openAnn(app: LoginApp, days = 2) {
  const phone = await openBrowser(app)
  const { token, user } = await phone.logIn(ann)
  app.at.now += 1_000
  const key = makeAuthenticator()
  const credential = key.make(await challengeOf(phone, 'add', token))
  await phone.post('passkey', { purpose: 'add', page: shop, label: 'Phone', credential }, token)
  app.at.now += days * oneDay
  const session = await logIn(phone, key)
  return { phone, key, account: user.account, token: session.token }
}

const begin = (browser: Browser, token: string, email = next) =>
  browser.post('email/change', { email, page: shop, lost: true }, token)
const finish = (browser: Browser, token: string, cancel = false) =>
  browser.post('email/change/finish', { cancel }, token)

/** As far as waiting. */
async function wait(app: LoginApp, browser: Browser, token: string, email = next): Promise<Answer> {
  const { body } = await begin(browser, token, email)
  const code = await app.codeTo(email)
  return browser.post('email/change/secondary', { change: body.change, code }, token)
}

it('§3.2: a lost mailbox is replaced by a passkey and a code at the new one, seven days later, with a notice both times', async () => {
  const app = await open()
  const { phone, key, account, token } = await openAnn(app)
  const mails = app.sink.mails.length
  const begun = await begin(phone, token)
  expect(begun.body.action).toBe('VERIFY_SECONDARY_OTP')
  // The old mailbox is sent no code.
  expect(app.sink.mails.slice(mails).map(({ recipients }) => recipients)).toEqual([[next]])
  const body = { change: begun.body.change, code: await app.codeTo(next) }
  const ready = new Date(app.at.now + 7 * oneDay).toISOString()
  expect((await phone.post('email/change/secondary', body, token)).body.user).toMatchObject({
    email: ann,
    frozenUntil: null,
    pendingEmail: { to: 'a…@new.example', at: ready },
  })
  expect((await phone.post('email/change/secondary', body, token)).status).toBe(401)
  expect(await app.mailTo(ann)).toContain('asked to log in with a…@new.example instead')

  app.at.now += 7 * oneDay - 1_000
  const early = await logIn(phone, key)
  expect(await finish(phone, early.token)).toMatchObject({ status: 429, retryAfter: '1' })
  app.at.now += 1_000
  const laptop = await openBrowser(app)
  const { token: late } = await logIn(laptop, key)
  const { body: done } = await finish(laptop, late)
  expect(done.user).toMatchObject({ account, email: next, frozenUntil: expect.any(String) })
  expect(done.user).not.toHaveProperty('pendingEmail')
  expect(await app.mailTo(ann)).toContain('You now log in with a…@new.example')
  expect((await (await openBrowser(app)).logIn(next)).user.account).toBe(account)
  app.at.now += oneDay
  expect(await finish(laptop, (await logIn(laptop, key)).token)).toMatchObject({
    body: { code: 'LOGIN_ENDED' },
  })
})

it('T45: wants a passkey of the last five minutes that the account has had for a day, at the beginning and at the end', async () => {
  const app = await open()
  const { phone, key, token } = await openAnn(app)
  await wait(app, phone, token)
  app.at.now += 7 * oneDay
  const byMail = await phone.logIn(ann)
  expect(await begin(phone, byMail.token)).toMatchObject(stepUp)
  expect(await finish(phone, byMail.token)).toMatchObject(stepUp)
  const byPasskey = await logIn(phone, key)
  app.at.now += 300_001
  expect(await finish(phone, byPasskey.token)).toMatchObject(stepUp)
  expect((await phone.get('user', byPasskey.token)).body.user.email).toBe(ann)
  const other = await open()
  const young = await openAnn(other, 0)
  expect(await begin(young.phone, young.token)).toMatchObject(stepUp)
})

it('T45: is stopped by the link at the old address, by the logged-in visitor, by another change, and after an unfinished week', async () => {
  const app = await open()
  const { phone, key, token } = await openAnn(app)
  const fresh = async () => (await logIn(phone, key)).token
  const ended = { status: 410, body: { code: 'LOGIN_ENDED' } }

  const isOver = async (link: string) =>
    expect(await phone.post('email/undo', { link, undo: true })).toMatchObject(ended)

  await wait(app, phone, token)
  const cancelled = await app.linkTo(ann)
  expect((await finish(phone, token, true)).body.user).not.toHaveProperty('pendingEmail')
  // Nothing is left to undo, and no session to end by it.
  await isOver(cancelled)
  app.at.now += 7 * oneDay
  expect(await finish(phone, await fresh())).toMatchObject(ended)

  await wait(app, phone, await fresh())
  app.at.now += 14 * oneDay
  expect(await finish(phone, await fresh())).toMatchObject(ended)

  await wait(app, phone, await fresh())
  const replaced = await app.linkTo(ann)
  app.at.now += 121_000
  await phone.post('email/change', { email: 'ann@third.example', page: shop }, await fresh())
  await isOver(replaced)
  app.at.now += 7 * oneDay
  expect(await finish(phone, await fresh())).toMatchObject(ended)

  await wait(app, phone, await fresh())
  const link = await app.linkTo(ann)
  expect((await phone.post('email/undo', { link })).body).toMatchObject({
    state: 'open',
    to: 'a…@new.example',
  })
  const last = await fresh()
  expect((await phone.post('email/undo', { link, undo: true })).body.state).toBe('undone')
  expect((await phone.get('user', last)).status).toBe(401)
  app.at.now += 7 * oneDay
  expect(await finish(phone, await fresh())).toMatchObject(ended)
})

it("T45: once made, it can still be undone; another account's address is not taken from it", async () => {
  const app = await open()
  const { phone, key, account, token } = await openAnn(app)
  await wait(app, phone, token)
  app.at.now += 7 * oneDay
  await (await openBrowser(app)).logIn(next)
  const { token: late } = await logIn(phone, key)
  expect((await finish(phone, late)).body.code).toBe('LOGIN_ENDED')

  await wait(app, phone, late, 'ann@third.example')
  app.at.now += 7 * oneDay
  expect((await finish(phone, (await logIn(phone, key)).token)).status).toBe(200)
  const link = await app.linkTo(ann)
  expect((await phone.post('email/undo', { link, undo: true })).body.state).toBe('undone')
  expect((await phone.logIn(ann)).user).toMatchObject({ account, email: ann })
})

type Interrupt = (of: {
  readonly owner: Browser
  readonly token: string
  readonly account: string
  readonly link: string
}) => Promise<Answer>

it.each<[string, Interrupt]>([
  ['was taken back', ({ owner, link }) => owner.post('email/undo', { link, undo: true })],
  ['was stopped', ({ owner, token }) => finish(owner, token, true)],
  [
    'is of somebody who was logged out',
    ({ owner, token, account }) => owner.post('sessions/end', { account }, token),
  ],
])('T45: a change that %s while the old address is being notified is not made', async (_, interrupt) => {
  const sink = await openSlowSink()
  const app = await open({}, { sink })
  const { phone, key, account, token } = await openAnn(app)
  await wait(app, phone, token)
  const link = await app.linkTo(ann)
  app.at.now += 7 * oneDay
  const owner = await openBrowser(app)
  const own = await logIn(owner, key)
  const late = await logIn(phone, key)
  let meanwhile: Answer | undefined
  sink.meanwhile = async () => {
    meanwhile = await interrupt({ owner, token: own.token, account, link })
  }
  expect(await finish(phone, late.token)).toMatchObject({ status: 410, body: { code: 'LOGIN_ENDED' } })
  expect(meanwhile?.status).toBe(200)
  // The link that was sent with it leads nowhere.
  expect((await phone.post('email/undo', { link: await app.linkTo(ann) })).status).toBe(410)
  expect((await phone.logIn(ann)).user).toMatchObject({ account, email: ann })
  await sink.close()
})

it('T42: a change to the address that is said to be lost is counted as every other mail to it', async () => {
  const app = await open()
  const { phone, token } = await openAnn(app)
  expect((await begin(phone, token, ann)).status).toBe(200)
  expect(await begin(phone, token, ann)).toMatchObject({ status: 429, body: { code: 'EMAIL_COOLDOWN' } })
})
