import { decodeJwt } from 'jose'
import { postEmail, postEmailCode, postSignIn } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { openSmtpSink, type SmtpSink } from '../mail/smtpSink.fixture.ts'
import { openPage, type Page, shop, switchOn } from './page.fixture.ts'
import { sweepOnce } from './sweepSignIn.ts'

/** Milliseconds; the server’s own time would make hundreds of requests slow. */
const leastMailTime = 60
const start = Date.UTC(2026, 10, 21, 9)
let time = start
const now = () => time
let sink: SmtpSink
let app: TestApp
let page: Page
/** The provider's answer to a recipient, for those that it does not take. */
let replyCode: number | undefined

beforeAll(async () => {
  sink = await openSmtpSink({
    onRcptTo: (_address, _session, done) =>
      done(replyCode === undefined ? null : Object.assign(new Error('no'), { responseCode: replyCode })),
  })
})
beforeEach(async () => {
  time = start
  replyCode = undefined
  sink.mails.length = 0
  app = await openApp(
    {
      SMTP_URL: sink.url,
      EMAIL_CODES_PER_DAY: '30',
      EMAIL_FAILS_PER_HOUR: '15',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    },
    { now, leastMailTime },
  )
  await app.addProject('shop', [shop, 'https://www.shop.example'])
  await app.addProject('other', [shop])
  await app.addProject('plain', [shop])
  await switchOn(app)
  await switchOn(app, 'other')
  page = await openPage(app, { now })
})
afterEach(() => app.close())
afterAll(() => sink.close())

const send = (email: string, as = page, headers = {}) => as.post('email', { email, key: as.key }, headers)
const lastCode = () => /^ {4}(\d{8})$/m.exec(String(sink.mails.at(-1)?.mail.text))?.[1] ?? ''

async function begin(email: string, as = page): Promise<{ flow: string; code: string }> {
  const response = await send(email, as)
  expect(response.status).toBe(200)
  const { flow } = v.parse(postEmail.response, await response.json())
  return { flow, code: lastCode() }
}

const guess = (flow: string, code: string, as = page, headers = {}) =>
  as.post('email/verify', { flow, code, key: as.key }, headers)

async function refusalOf(answer: Promise<Response>): Promise<[number, unknown, string | null]> {
  const response = await answer
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code, response.headers.get('retry-after')]
}
const wrongCode = [401, 'EMAIL_CODE_INVALID', null]
const other = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0')

describe('a code', () => {
  it('is mailed, says who asks, and is worth a proof of the address', async () => {
    const response = await send(' Ann@Mail.Example ', page, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { flow, ...times } = v.parse(v.strictObject(postEmail.response.entries), await response.json())
    const at = (later: number) => new Date(time + later).toISOString()
    expect(times).toEqual({ issuedAt: at(0), expiresAt: at(600_000) })
    const [sunk] = sink.mails
    expect(sunk?.recipients).toEqual(['Ann@mail.example'])
    expect(sunk?.mail.subject).toBe('Your code for shop')
    for (const text of [sunk?.mail.text, sunk?.mail.html]) {
      expect(text).toContain('https://shop.example · Firefox on Linux · 09:00 UTC')
      expect(text).toContain('Never share it.')
    }
    const proven = await guess(flow, lastCode())
    expect(proven.status).toBe(200)
    const { email, emailProof } = v.parse(postEmailCode.response, await proven.json())
    expect(email).toBe('Ann@mail.example')
    expect(decodeJwt(emailProof)).toMatchObject({ aud: 'shop', sub: email, cnf: { jkt: page.key } })
  })

  it('is not sent where the project has it off, or has no page of that origin', async () => {
    const plain = await openPage(app, { project: 'plain', now })
    expect(await refusalOf(send('ann@mail.example', plain))).toEqual([400, 'REQUEST_INVALID', null])
    const evil = await openPage(app, { origin: 'https://evil.example', now })
    expect(await refusalOf(send('ann@mail.example', evil))).toEqual([403, 'APKT002', null])
    expect(sink.mails).toEqual([])
  })

  it('T46, T47: SPEC §5’s sentence answers an invalid address, and nothing is sent', async () => {
    const none = [
      'ann',
      'ann@',
      '@mail.example',
      'ann@mail',
      'ann@mail..example',
      'ann@-mail.example',
      'ann mail@mail.example',
      'ann@mail.example\r\nBcc: eve@evil.example',
      'ann@mail.example, eve@evil.example',
      'Ann <ann@mail.example>',
      `${'a'.repeat(65)}@mail.example`,
      `ann@${'a.'.repeat(126)}example`,
      'ann@127.0.0.1',
      'änn@mail.example',
    ]
    for (const email of none) {
      const response = await send(email)
      expect([email, response.status]).toEqual([email, 400])
      expect(await response.json(), email).toMatchObject({
        code: 'INVALID_EMAIL',
        message: 'Please enter a valid email address',
      })
      expect(sink.mails, email).toEqual([])
    }
  })

  it('F45: a provider that is out is said to be, and nothing pretends', async () => {
    replyCode = 451
    expect(await refusalOf(send('ann@mail.example'))).toEqual([503, 'APKT009', '30'])
    replyCode = undefined
    expect(await app.store.db.selectFrom('signin_flows').select('flow').execute()).toEqual([])
    time += 30_000
    const { flow, code } = await begin('ann@mail.example')
    time += 60_000
    replyCode = 451
    expect(await refusalOf(send('ann@mail.example'))).toEqual([503, 'APKT009', '30'])
    // The one that did arrive counts on.
    expect((await guess(flow, code)).status).toBe(200)
  })

  it('F45: a mail that was certainly not sent is not counted, and the time to retry is right', async () => {
    replyCode = 451
    for (let at = 0; at < 6; at++) {
      expect(await refusalOf(send('ann@mail.example'))).toEqual([503, 'APKT009', '30'])
      expect(await refusalOf(send('ann@mail.example'))).toEqual([429, 'EMAIL_COOLDOWN', '30'])
      time += 30_000
    }
    replyCode = undefined
    for (const pause of [30_000, 60_000, 120_000]) {
      await begin('ann@mail.example')
      time += pause
    }
    const rows = app.store.db.selectFrom('signin_days').select('count')
    expect(await rows.execute()).toEqual([{ count: 3 }])
  })

  it('T41: every address is answered alike, also one that the provider does not know', async () => {
    const shapeOf = async (email: string) => {
      const began = performance.now()
      const response = await send(email, await openPage(app, { now }))
      const took = performance.now() - began
      expect(took).toBeGreaterThan(leastMailTime - 5)
      const body = (await response.json()) as object
      const headers = [...response.headers.keys()].sort()
      return [response.status, Object.keys(body), JSON.stringify(body).length, headers]
    }
    const known = await shapeOf('ann@mail.example')
    replyCode = 550
    expect(await shapeOf('ben@mail.example')).toEqual(known)
    expect(app.lines.join('')).not.toMatch(/(?:ann|ben)@/)
  })

  it('T44: is nowhere but in the mail', async () => {
    const { flow, code } = await begin('ann@mail.example')
    await guess(flow, code)
    const rows = await app.store.db.selectFrom('signin_flows').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(app.lines.join('')).not.toContain(code)
    expect(app.lines.join('')).not.toContain('ann@mail.example')
  })

  it('is forgotten with its address a day later', async () => {
    await begin('ann@mail.example')
    await sweepOnce({ store: app.store, now: time + 86_399_000 })
    expect(await app.store.db.selectFrom('signin_flows').select('email').execute()).toHaveLength(1)
    await sweepOnce({ store: app.store, now: time + 86_400_000 })
    for (const table of ['signin_flows', 'signin_addresses', 'signin_clients'] as const)
      expect(await app.store.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})

describe('T38: guesses', () => {
  it('are three, and the right one is too late for a fourth', async () => {
    const { flow, code } = await begin('ann@mail.example')
    for (let i = 0; i < 3; i++) expect(await refusalOf(guess(flow, other(code)))).toEqual(wrongCode)
    expect(await refusalOf(guess(flow, code))).toEqual(wrongCode)
  })

  it('are answered alike: wrong, used, expired, voided, unknown', async () => {
    const first = await begin('ann@mail.example')
    time += 30_000
    const second = await begin('ann@mail.example')
    expect(await refusalOf(guess(first.flow, first.code))).toEqual(wrongCode)
    expect((await guess(second.flow, second.code)).status).toBe(200)
    expect(await refusalOf(guess(second.flow, second.code))).toEqual(wrongCode)
    expect(await refusalOf(guess('A'.repeat(22), '12345678'))).toEqual(wrongCode)
    time += 60_000
    const third = await begin('ann@mail.example')
    time += 600_000
    expect(await refusalOf(guess(third.flow, third.code))).toEqual(wrongCode)
  })

  it('T43: by another key, page or project are refused; those that know the flow spend a try', async () => {
    const { flow, code } = await begin('ann@mail.example')
    const attempts = async () =>
      (await app.store.db.selectFrom('signin_flows').select('attempts').executeTakeFirst())?.attempts
    const elsewhere = await openPage(app, { project: 'other', now })
    expect(await refusalOf(guess(flow, code, elsewhere))).toEqual(wrongCode)
    // T109: no project of another changes anything.
    expect(await attempts()).toBe(0)
    const stranger = await openPage(app, { now })
    expect(await refusalOf(guess(flow, code, stranger))).toEqual(wrongCode)
    expect(await attempts()).toBe(1)
    const named = { flow, code, key: page.key }
    expect(await refusalOf(stranger.post('email/verify', named))).toEqual(wrongCode)
    expect(await attempts()).toBe(2)
    const headers = { origin: 'https://www.shop.example' }
    expect(await refusalOf(guess(flow, code, page, headers))).toEqual(wrongCode)
    expect(await attempts()).toBe(3)
  })

  it('T39: 50 at the same time, the right one among them, are three at most', async () => {
    const { flow, code } = await begin('ann@mail.example')
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => (await guess(flow, i === 25 ? code : other(code))).status),
    )
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(1)
    const rows = await app.store.db.selectFrom('signin_flows').select('attempts').execute()
    expect(rows).toEqual([{ attempts: 3 }])
  })

  it('T39: the right one, 50 times at once, proves once', async () => {
    const { flow, code } = await begin('ann@mail.example')
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await guess(flow, code)).status),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
  })

  it('T40: ten wrong ones in a day, and the address gets no further code until the next', async () => {
    for (let i = 0; i < 4; i++) {
      const { flow, code } = await begin('ann@mail.example')
      for (let j = 0; j < 3; j++) await guess(flow, other(code))
      time += 300_000
    }
    const [status, code, wait] = await refusalOf(send('ann@mail.example'))
    expect([status, code]).toEqual([429, 'EMAIL_COOLDOWN'])
    expect(Number(wait)).toBeGreaterThan(80_000)
    time += Number(wait) * 1_000
    await begin('ann@mail.example')
  })
})

describe('T40: when too many wrong codes come from many clients', () => {
  /** Wrong guesses of so many clients, three each. */
  async function attack(clients: number, first = 0) {
    for (let n = first; n < first + clients; n++) {
      const as = await openPage(app, { now, from: `198.51.100.${n}` })
      const { flow, code } = await begin(`v${n}@mail.example`, as)
      for (let i = 0; i < 3; i++) expect(await refusalOf(guess(flow, other(code), as))).toEqual(wrongCode)
    }
  }
  const stopped = [429, 'APKT010', '3000']

  it('each network gets one code and three guesses until the hour ends, and then all is as before', async () => {
    time += 600_000
    await attack(5)
    const mine = await begin('ann@mail.example')
    expect(await refusalOf(send('ben@mail.example'))).toEqual(stopped)
    for (let i = 0; i < 3; i++) expect(await refusalOf(guess(mine.flow, other(mine.code)))).toEqual(wrongCode)
    expect(await refusalOf(guess(mine.flow, mine.code))).toEqual(stopped)
    // At this pace others guess on, and at twice the number that ends.
    await attack(4, 5)
    const late = await openPage(app, { now, from: '198.51.100.77' })
    expect(await refusalOf(send('cas@mail.example', late))).toEqual(stopped)
    expect(app.lines.filter(line => line.includes('too many wrong codes'))).toHaveLength(2)
    time += 3_000_000
    const again = await begin('ann@mail.example')
    expect((await guess(again.flow, again.code)).status).toBe(200)
  })

  it('S6: a page on which the address was proven before is not stopped, and no other feature or project is', async () => {
    const first = await begin('ann@mail.example')
    expect((await guess(first.flow, first.code)).status).toBe(200)
    time += 600_000
    await attack(10)
    expect(await refusalOf(send('ben@mail.example'))).toEqual(stopped)
    const mine = await begin('ann@mail.example')
    expect((await guess(mine.flow, mine.code)).status).toBe(200)
    const elsewhere = await openPage(app, { now, project: 'other' })
    await begin('ben@mail.example', elsewhere)
  })

  it('S6: strangers who use up the mails to an address leave the page on which it was proven its own', async () => {
    const first = await begin('ann@mail.example')
    expect((await guess(first.flow, first.code)).status).toBe(200)
    const stranger = await openPage(app, { now, from: '198.51.100.1' })
    time += 60_000
    let sent = 0
    for (; sent < 30; sent++) {
      const response = await send('ann@mail.example', stranger)
      if (response.status !== 200) break
      time += 300_000
    }
    expect(sent).toBeGreaterThan(3)
    const mine = await begin('ann@mail.example')
    expect((await guess(mine.flow, mine.code)).status).toBe(200)
    // Another page of hers is as new as a stranger's.
    expect((await send('ann@mail.example', await openPage(app, { now }))).status).toBe(429)
  })
})

describe('T42: how often a code is sent', () => {
  it('waits 30, 60, 120 and 300 s, says so in SPEC §5’s words, and sends five an hour', async () => {
    for (const wait of [30, 60, 120, 300]) {
      await begin('ann@mail.example')
      time += 1_500
      const response = await send('ANN@mail.example')
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, String(wait - 1)])
      expect(await response.json()).toMatchObject({
        code: 'EMAIL_COOLDOWN',
        // Rounded up.
        message: `Please try again after ${wait - 1} seconds`,
      })
      time += wait * 1_000 - 1_500
    }
    await begin('ann@mail.example')
    const [, code, wait] = await refusalOf(send('ann@mail.example'))
    expect([code, Number(wait)]).toEqual(['EMAIL_COOLDOWN', 3_600 - 510])
    expect(sink.mails).toHaveLength(5)
    await begin('ben@mail.example')
    time += Number(wait) * 1_000
    await begin('ann@mail.example')
  })

  it('20 a day', async () => {
    let sent = 0
    for (let minute = 0; minute < 24 * 60; minute += 6) {
      time = start + minute * 60_000
      if ((await send('ann@mail.example')).status === 200) sent++
      else minute += 30
    }
    expect(sent).toBe(20)
  })

  it('of 50 requests at once one sends', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await send('ann@mail.example')).status),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(sink.mails).toHaveLength(1)
  })

  it('to 20 addresses an hour for one client, of which each counts once', async () => {
    const at = (n: number, from: string) =>
      openPage(app, { now, from }).then(as => send(`v${n}@mail.example`, as))
    const first = await Promise.all(Array.from({ length: 25 }, (_, n) => at(n, '198.51.100.1')))
    expect(first.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = first.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ code: 'APKT010' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await at(24, '198.51.100.2')).status).toBe(200)
  })

  it('so many a day for a project, and others are not affected', async () => {
    const at = async (n: number, project: string) =>
      send(`v${n}@mail.example`, await openPage(app, { now, project, from: `198.51.100.${n}` }))
    const statuses = await Promise.all(
      Array.from({ length: 35 }, async (_, n) => (await at(n, 'shop')).status),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(30)
    expect((await at(40, 'other')).status).toBe(200)
    time += 86_400_000
    expect((await at(41, 'shop')).status).toBe(200)
  })
})

describe('a proof of an address', () => {
  async function prove(as = page): Promise<string> {
    const { flow, code } = await begin('ann@mail.example', as)
    const { emailProof } = v.parse(postEmailCode.response, await (await guess(flow, code, as)).json())
    return emailProof
  }

  it('goes into one sign-in, of the page that got it', async () => {
    const emailProof = await prove()
    const thief = await openPage(app, { now })
    expect((await thief.signIn({}, { emailProof })).status).toBe(401)
    // A sign-in that is refused does not use it up.
    expect((await page.signIn({ domain: 'evil.example' }, { emailProof })).status).toBe(401)
    const response = await page.signIn({}, { emailProof })
    expect(response.status).toBe(200)
    const { session, token } = v.parse(postSignIn.response, await response.json())
    expect(session.email).toBe('ann@mail.example')
    expect((await page.signIn({}, { emailProof })).status).toBe(401)
    const told = (await (await page.carry('GET', token)).json()) as { session: unknown }
    expect(told.session).toMatchObject({ email: 'ann@mail.example' })
  })

  it('is no token of a session, nor the other way round, and lasts ten minutes', async () => {
    const emailProof = await prove()
    expect((await page.carry('GET', emailProof)).status).toBe(401)
    const { token } = v.parse(postSignIn.response, await (await page.signIn()).json())
    expect((await page.signIn({}, { emailProof: token })).status).toBe(401)
    time += 601_000
    expect((await page.signIn({}, { emailProof })).status).toBe(401)
  })

  it('of 20 sign-ins at the same time is in one', async () => {
    const emailProof = await prove()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await page.signIn({}, { emailProof })).status),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
  })
})
