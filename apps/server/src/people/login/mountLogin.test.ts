import { randomUUID } from 'node:crypto'
import { loginSessionSchema, postEmail, postLoginEmail, postLoginLink } from 'latchkey/services'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { createWallet, deviceOf, release, xor } from '../custody/wallet.fixture.ts'
import { openSlowSink, openSmtpSink } from '../mail/smtpSink.fixture.ts'
import { openPage, switchOn } from '../signin/page.fixture.ts'
import { createFlows } from './createFlows.ts'
import {
  type Answer,
  checked,
  type LoginApp,
  openBrowser,
  openLogin,
  otherCode,
  settle,
  shop,
} from './login.fixture.ts'
import { leastTimed, timeAddresses } from './timeAddresses.fixture.ts'

const opened: LoginApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})
async function open(...options: Parameters<typeof openLogin>): Promise<LoginApp> {
  const app = await openLogin(...options)
  opened.push(app)
  return app
}
const ann = 'ann@mail.example'
const wrongCode = { status: 401, body: { code: 'EMAIL_CODE_INVALID' } }

describe('a login by email', () => {
  it('goes from mail to link to code to session, and from there to a key share', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const begun = await phone.post('email', { email: ' Ann@Mail.Example', page: shop })
    const step = v.parse(postLoginEmail.response, begun.body)
    expect(step).toMatchObject({ action: 'VERIFY_DEVICE', form: 'digits' })
    // It waits, and hears of the approval at once.
    const waiting = phone.post('device', { flow: begun.body.flow })
    await settle()
    const link = await app.linkTo('Ann@mail.example')
    const anywhere = await openBrowser(app)
    expect(v.parse(postLoginLink.response, (await anywhere.post('link', { link })).body)).toMatchObject({
      state: 'open',
      page: shop,
      project: 'shop',
      match: begun.body.match,
    })
    expect((await anywhere.post('link', { link, decision: 'approve' })).body.state).toBe('approved')
    // At once: it would wait for longer than this test may take.
    expect((await waiting).body.action).toBe('VERIFY_OTP')
    const code = await app.codeTo('Ann@mail.example')
    const answer = await phone.post('code', { flow: begun.body.flow, code })
    expect(answer.status).toBe(200)
    const session = v.parse(v.strictObject(loginSessionSchema.entries), answer.body)
    expect(session).toMatchObject({
      device: phone.key.thumbprint,
      need: 'create',
      user: { email: 'Ann@mail.example', name: null, provider: 'email', frozenUntil: null },
    })
    expect(Date.parse(session.expiresAt) - app.at.now).toBe(600_000)
    expect(Date.parse(session.refreshUntil) - app.at.now).toBe(7 * 86_400_000)

    const { token } = session
    const device = deviceOf(app, phone.key, { account: session.user.account, token })
    const made = await createWallet(device)
    const half = await release(device, made)
    expect(xor(made.own, Buffer.from(half.body.half, 'hex'))).toEqual(made.entropy)
    expect((await phone.get('user', token)).body).toMatchObject({ need: 'none', user: session.user })
    // Another device of the same visitor has no key share.
    const laptop = await openBrowser(app)
    expect(await laptop.logIn('ANN@mail.example')).toMatchObject({
      need: 'recover',
      user: { account: session.user.account },
    })
  })

  it('F40: goes on when the services were restarted between its steps', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const { body: begun } = await phone.post('email', { email: ann, page: shop })
    app.restart()
    await phone.post('link', { link: await app.linkTo(ann), decision: 'approve' })
    app.restart()
    const { flow } = begun
    expect((await phone.post('device', { flow })).body.action).toBe('VERIFY_OTP')
    app.restart()
    expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).body).toMatchObject({
      need: 'create',
      user: { email: ann },
    })
  })

  it('knows a device again: a code is enough, and a session is a short cut', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token } = await phone.logIn(ann)
    const begin = (body: object, as?: string) => phone.post('email', { email: ann, page: shop, ...body }, as)
    expect((await begin({}, token)).body).toEqual({ action: 'CONNECT' })
    expect((await begin({ email: 'bob@mail.example' }, token)).body).toMatchObject({
      action: 'VERIFY_OTP',
      form: 'short',
    })
    app.at.now += 301_000
    expect((await begin({ fresh: true }, token)).body.action).toBe('VERIFY_OTP')
    app.at.now += 301_000
    const { body } = await begin({})
    // A code is all that a thief of this browser is short of: it is longer than one that opens no wallet.
    expect(body).toMatchObject({ action: 'VERIFY_OTP', form: 'digits' })
    expect((await phone.post('code', { flow: body.flow, code: await app.codeTo(ann) })).status).toBe(200)
  })

  it('a mode in which a code opens a wallet has longer codes', async () => {
    const app = await open({ CUSTODY_MODE: 'operator' })
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const code = await app.codeTo(ann)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/)
    expect((await phone.post('code', { flow, code })).status).toBe(200)
  })

  it('is refused to pages and ways that the project does not list', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const elsewhere = await phone.post('email', { email: ann, page: 'https://evil.example' })
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'APKT002' } })
    const host = await phone.post('email', { email: ann, page: shop }, undefined, {
      headers: { origin: shop },
    })
    expect(host).toMatchObject({ status: 403, body: { code: 'APKT002' } })
    await app.addProject('plain', [shop])
    const plain = await openBrowser(app, { project: 'plain' })
    expect(await plain.post('email', { email: ann, page: shop })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    })
    for (const email of [
      'ann',
      'ann@mail.example\r\nBcc: eve@evil.example',
      'ann@mail.example,eve@evil.example',
    ])
      expect(await phone.post('email', { email, page: shop })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_EMAIL' },
      })
    expect(app.sink.mails).toEqual([])
  })

  it('wants a proof for each call, of this body, once', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const body = { email: ann, page: shop }
    const refused = { status: 401, body: { code: 'SIGN_IN_INVALID' } }
    const withClaims = (claims: Record<string, unknown>) => phone.post('email', body, undefined, { claims })
    expect(await phone.post('email', body, undefined, { headers: { dpop: undefined } })).toMatchObject(
      refused,
    )
    expect(await withClaims({ bh: undefined })).toMatchObject(refused)
    expect(await withClaims({ bh: 'a'.repeat(43) })).toMatchObject(refused)
    expect(await withClaims({ iat: app.at.now / 1_000 - 120 })).toMatchObject(refused)
    expect(await withClaims({ htu: 'http://localhost/v1/login/code' })).toMatchObject(refused)
    const claims = { jti: randomUUID() }
    expect((await withClaims(claims)).status).toBe(200)
    expect(await withClaims(claims)).toMatchObject(refused)
  })
})

describe('a link', () => {
  it('T48: only shows the request until a decision, and logs no visitor in', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const { body } = await phone.post('email', { email: ann, page: shop })
    const link = await app.linkTo(ann)
    for (let time = 0; time < 10; time++) {
      await app.request(`/v1/login/link?projectId=shop&link=${link}`, { method: time % 2 ? 'HEAD' : 'GET' })
      expect((await phone.post('link', { link })).body.state).toBe('open')
    }
    expect(await app.store.db.selectFrom('login_flows').select(['state', 'code_flow']).execute()).toEqual([
      { state: 'open', code_flow: null },
    ])
    expect(app.sink.mails).toHaveLength(1)
    // Approved twice is approved once; the code is of use where it was asked for alone.
    const scanner = await openBrowser(app)
    for (const decision of ['approve', 'approve'])
      expect((await scanner.post('link', { link, decision })).body.state).toBe('approved')
    expect(app.sink.mails).toHaveLength(2)
    expect((await scanner.post('link', { link, decision: 'deny' })).body.code).toBe('LOGIN_ENDED')
    expect(await app.store.db.selectFrom('login_sessions').selectAll().execute()).toEqual([])
    expect(await scanner.post('device', { flow: body.flow })).toMatchObject({
      status: 410,
      body: { code: 'LOGIN_ENDED' },
    })
  })

  it('shows nothing and decides nothing once its ten minutes are over', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    await phone.post('email', { email: ann, page: shop })
    const link = await app.linkTo(ann)
    app.at.now += 599_999
    expect((await phone.post('link', { link })).body.state).toBe('open')
    app.at.now += 1
    for (const decision of [undefined, 'approve'])
      expect((await phone.post('link', { link, decision })).status).toBe(410)
    expect(app.sink.mails).toHaveLength(1)
  })

  it('has a number to compare that is another one for other logins', async () => {
    const app = await open()
    const { begin } = createFlows({ store: app.store, now: () => app.at.now })
    const flow = {
      project_id: 'shop',
      device: 'a',
      page: shop,
      email: ann,
      identity: ann,
      browser: 'Firefox',
    }
    const numbers = new Set<string>()
    for (let time = 0; time < 20; time++)
      numbers.add((await begin({ ...flow, by: { linkMac: String(time) } })).match_number)
    expect(numbers.size).toBeGreaterThan(1)
    for (const number of numbers) expect(number).toMatch(/^\d\d$/)
  })

  it('that is refused ends the login and gives the address an hour of peace', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const { body } = await phone.post('email', { email: ann, page: shop })
    const waiting = phone.post('device', { flow: body.flow })
    await settle()
    await phone.post('link', { link: await app.linkTo(ann), decision: 'deny' })
    expect((await waiting).body.code).toBe('LOGIN_ENDED')
    app.at.now += 600_000
    const again = await (await openBrowser(app)).post('email', { email: ann, page: shop })
    expect(again).toMatchObject({ status: 429, retryAfter: '3000', body: { code: 'EMAIL_COOLDOWN' } })
    expect(app.sink.mails).toHaveLength(1)
  })

  it('is sent once more, and the earlier one is void', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const { body } = await phone.post('email', { email: ann, page: shop })
    const { flow } = body
    const first = await app.linkTo(ann)
    expect(await phone.post('resend', { flow })).toMatchObject({ status: 429, retryAfter: '30' })
    app.at.now += 30_000
    expect((await phone.post('resend', { flow })).body).toMatchObject({ action: 'VERIFY_DEVICE', flow })
    expect((await phone.post('link', { link: first, decision: 'approve' })).status).toBe(410)
    await phone.post('link', { link: await app.linkTo(ann), decision: 'approve' })
    const code = await app.codeTo(ann)
    app.at.now += 60_000
    expect((await phone.post('resend', { flow })).body.action).toBe('VERIFY_OTP')
    expect(await phone.post('code', { flow, code })).toMatchObject(wrongCode)
    expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).status).toBe(200)
  })
})

it('a link that is asked for anew while its code is on the way changes nothing', async () => {
  const sink = await openSlowSink()
  const app = await open(checked, { sink })
  const phone = await openBrowser(app)
  const { flow } = (await phone.post('email', { email: ann, page: shop })).body
  const link = await app.linkTo(ann)
  app.at.now += 301_000
  let again: Answer | undefined
  sink.meanwhile = async () => {
    again = await phone.post('resend', { flow })
  }
  expect((await phone.post('link', { link, decision: 'approve' })).body.state).toBe('approved')
  expect(again).toMatchObject({ status: 200, body: { action: 'VERIFY_DEVICE', flow } })
  expect(sink.mails).toHaveLength(2)
  expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).status).toBe(200)
  await sink.close()
})

it('F41: a link whose code was lost with the process that was to send it is sent anew', async () => {
  const app = await open(checked)
  const phone = await openBrowser(app)
  const { flow } = (await phone.post('email', { email: ann, page: shop })).body
  // As if it had died there.
  const flows = createFlows({ store: app.store, now: () => app.at.now })
  app.at.now += 30_000
  await flows.decide(await app.linkTo(ann), 'approved')
  app.at.now += 14_000
  const again = () => phone.post('resend', { flow })
  expect((await again()).body.action).toBe('VERIFY_DEVICE')
  expect(app.sink.mails).toHaveLength(1)
  app.at.now += 1_000
  expect((await again()).body.action).toBe('VERIFY_DEVICE')
  expect(app.sink.mails).toHaveLength(2)
  await phone.post('link', { link: await app.linkTo(ann), decision: 'approve' })
  expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).status).toBe(200)
})

it('a link that is used while a further one is on the way counts', async () => {
  const sink = await openSlowSink()
  const app = await open(checked, { sink })
  const phone = await openBrowser(app)
  const { flow } = (await phone.post('email', { email: ann, page: shop })).body
  const link = await app.linkTo(ann)
  app.at.now += 301_000
  sink.meanwhile = async () => {
    await phone.post('link', { link, decision: 'approve' })
  }
  expect((await phone.post('resend', { flow })).body).toMatchObject({ action: 'VERIFY_OTP', flow })
  await sink.close()
})

it('F45: a message that was certainly not sent is not counted; one that may arrive is, and it is said when to come back', async () => {
  let answer: 'none' | 'later' | 'yes' = 'later'
  const sink = await openSmtpSink({
    onRcptTo: (_to, _session, done) => {
      if (answer !== 'none')
        done(answer === 'later' ? Object.assign(new Error('later'), { responseCode: 452 }) : null)
    },
  })
  const app = await open({ MAIL_TIMEOUT_MS: '1000' }, { sink })
  const phone = await openBrowser(app)
  const begin = () => phone.post('email', { email: ann, page: shop })
  for (let at = 0; at < 6; at++) {
    expect(await begin()).toMatchObject({ status: 503, retryAfter: '30' })
    expect(await begin()).toMatchObject({ status: 429, retryAfter: '30' })
    app.at.now += 30_000
  }
  expect(await app.store.db.selectFrom('login_addresses').select('sent').execute()).toEqual([{ sent: 0 }])
  answer = 'none'
  for (const pause of [30, 60]) {
    expect(await begin()).toMatchObject({ status: 503, retryAfter: String(pause) })
    app.at.now += pause * 1_000
  }
  answer = 'yes'
  expect(await begin()).toMatchObject({ status: 200 })
  expect(await begin()).toMatchObject({ status: 429, retryAfter: '120' })
  await sink.close()
})

it('F45: a further message that the provider does not take leaves the link and the code that were', async () => {
  let isOut = false
  const sink = await openSmtpSink({
    onRcptTo: (_to, _session, done) =>
      done(isOut ? Object.assign(new Error('later'), { responseCode: 452 }) : null),
  })
  const app = await open(checked, { sink })
  const phone = await openBrowser(app)
  const { flow } = (await phone.post('email', { email: ann, page: shop })).body
  const failToResend = async () => {
    app.at.now += 301_000
    isOut = true
    expect(await phone.post('resend', { flow })).toMatchObject({ status: 503, body: { code: 'APKT009' } })
    isOut = false
  }
  await failToResend()
  const approved = await phone.post('link', { link: await app.linkTo(ann), decision: 'approve' })
  expect(approved.body.state).toBe('approved')
  await failToResend()
  expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).status).toBe(200)
  await sink.close()
})

describe('a code', () => {
  it('T38: is compared three times at most, whatever is tried', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const code = await app.codeTo(ann)
    for (let at = 0; at < 40; at++)
      expect(await phone.post('code', { flow, code: otherCode(code) })).toMatchObject(wrongCode)
    expect(await phone.post('code', { flow, code })).toMatchObject(wrongCode)
    expect(await app.store.db.selectFrom('signin_flows').select('attempts').execute()).toEqual([
      { attempts: 3 },
    ])
  })

  it('T39: of many guesses at once three are compared', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const code = await app.codeTo(ann)
    const guesses = Array.from({ length: 50 }, (_, at) => (at === 37 ? code : otherCode(code)))
    const answers = await Promise.all(guesses.map(guess => phone.post('code', { flow, code: guess })))
    const right = answers.filter(({ status }) => status === 200)
    expect(right.length).toBeLessThanOrEqual(1)
    const [row] = await app.store.db.selectFrom('signin_flows').select('attempts').execute()
    expect(row?.attempts).toBeLessThanOrEqual(3)
  })

  it('T40: ten wrong ones in a day end it for the address, which is notified', async () => {
    const app = await open(checked)
    const phone = await openBrowser(app)
    const elsewhere = await openBrowser(app, { project: 'other' })
    for (let at = 0; at < 4; at++) {
      const browser = at % 2 ? elsewhere : phone
      const flow = await browser.begin(ann)
      const code = await app.codeTo(ann)
      for (let guess = 0; guess < 3; guess++) await browser.post('code', { flow, code: otherCode(code) })
    }
    expect(app.sink.mails.filter(({ mail }) => mail.subject === 'Too many wrong codes')).toHaveLength(1)
    expect(await app.store.db.selectFrom('login_addresses').select('fails').execute()).toEqual([
      { fails: 10 },
    ])
    const flow = await phone.begin(ann)
    expect(flow).toBeUndefined()
    app.at.now += 86_400_000
    expect((await phone.logIn(ann)).user.email).toBe(ann)
  })

  it('T40: wrong ones at a page that proves addresses, which anybody may try, let a login go on', async () => {
    const app = await open()
    await switchOn(app)
    const page = await openPage(app, { now: () => app.at.now, from: '198.51.100.9' })
    const capture = async () => {
      app.at.now += 301_000
      return page.post('email', { email: ann, key: page.key })
    }
    for (let at = 0; at < 4; at++) {
      const { flow } = v.parse(postEmail.response, await (await capture()).json())
      const body = { flow, code: otherCode(await app.codeTo(ann)), key: page.key }
      for (let guess = 0; guess < 3; guess++) await page.post('email/verify', body)
    }
    app.at.now += 3_600_000
    expect((await capture()).status).toBe(429)
    expect((await (await openBrowser(app)).logIn(ann)).user.email).toBe(ann)
  })

  it('T40: a client has to do with twenty addresses in an hour', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const statuses: number[] = []
    for (let at = 0; at < 22; at++)
      statuses.push((await phone.post('email', { email: `ann${at}@mail.example`, page: shop })).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
    expect(app.sink.mails).toHaveLength(20)
  })

  it('T42: a loop of starts sends five messages in an hour', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const begin = () => phone.post('email', { email: ann, page: shop })
    expect((await begin()).status).toBe(200)
    expect(await begin()).toMatchObject({ status: 429, retryAfter: '30', body: { code: 'EMAIL_COOLDOWN' } })
    for (let at = 0; at < 30; at++) {
      app.at.now += 110_000
      await begin()
    }
    expect(app.sink.mails).toHaveLength(5)
  })

  it('T43: counts in the browser that asked, and a guess from elsewhere spends a try', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const code = await app.codeTo(ann)
    const thief = await openBrowser(app)
    expect(await thief.post('code', { flow, code })).toMatchObject(wrongCode)
    expect(await app.store.db.selectFrom('signin_flows').select('attempts').execute()).toEqual([
      { attempts: 1 },
    ])
    const abroad = await openBrowser(app, { project: 'other' })
    expect(await abroad.post('code', { flow, code })).toMatchObject(wrongCode)
    expect((await phone.post('code', { flow, code })).status).toBe(200)
    // Used is used.
    expect(await phone.post('code', { flow, code })).toMatchObject(wrongCode)
    expect(await app.mailTo(ann)).toContain('Never share it.')
  })

  it('T44: is in the mail, and nowhere else; nor is what a session is worth', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const [link, code] = [await app.linkTo(ann).catch(() => ''), await app.codeTo(ann)]
    const { body } = await phone.post('code', { flow, code })
    await phone.get('user', body.token)
    const tables = await Promise.all(
      (['signin_flows', 'login_flows', 'login_sessions', 'login_devices', 'login_addresses'] as const).map(
        name => app.store.db.selectFrom(name).selectAll().execute(),
      ),
    )
    const kept = JSON.stringify(tables) + app.lines.join('\n')
    for (const secret of [code, body.token, body.refresh, ...(link === 'none' ? [] : [link])])
      expect(kept).not.toContain(secret)
    expect(app.lines.join('\n')).not.toContain('ann@')
  })
})

describe('T41: whether an account exists', () => {
  it.each([
    ['a code', 'VERIFY_OTP', {}],
    ['a link', 'VERIFY_DEVICE', checked],
  ])('is in no answer to another person, nor in the mail: %s', async (_, action, environment) => {
    const app = await open({
      ...environment,
      EMAIL_ADDRESSES_PER_HOUR: '100000',
      EMAIL_CODES_PER_DAY: '100000',
    })
    await (await openBrowser(app)).logIn(ann)
    app.at.now += 301_000
    const stranger = await openBrowser(app)
    const shapeOf = async (email: string) => {
      const { status, body, retryAfter } = await stranger.post('email', { email, page: shop })
      return { status, retryAfter, body: { ...body, flow: body.flow.length, match: body.match?.length } }
    }
    const shape = await shapeOf(ann)
    expect(shape.body.action).toBe(action)
    expect(shape).toEqual(await shapeOf('eve@mail.example'))
    const [known, unknown] = app.sink.mails
      .slice(-2)
      .map(({ mail }) => `${mail.subject} ${JSON.stringify(mail.from)} ${mail.text}`)
    const plain = (text = '') =>
      text
        .replace(/#device=[\w-]+/, '')
        .replace(/Number: \d\d/, '')
        .replace(/^ {4}\d{6}$/m, '')
    expect(plain(known)).toBe(plain(unknown))
  })

  it('is not in the time that an answer takes', async () => {
    const app = await open(
      { EMAIL_ADDRESSES_PER_HOUR: '100000', EMAIL_CODES_PER_DAY: '100000' },
      { leastMailTime: leastTimed },
    )
    const { t, differences } = await timeAddresses(app, 100)
    expect(differences).toBe(0)
    expect(Math.abs(t)).toBeLessThan(4.5)
  })
})
