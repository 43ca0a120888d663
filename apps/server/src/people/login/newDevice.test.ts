import { postLoginEmail } from 'latchkey/services'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { checked, openBrowser, otherCode, settle, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins()
const ann = 'ann@mail.example'
const wrongCode = { status: 401, body: { code: 'EMAIL_CODE_INVALID' } }
/** As many addresses and mails as a test needs, from one client. */
const freely = { EMAIL_ADDRESSES_PER_HOUR: '100000', EMAIL_CODES_PER_DAY: '100000' } as const

describe('a browser that the address was not used with', () => {
  it.each([
    ['of an address with an account', true],
    ['of one without', false],
  ])('%s gets one mail with six digits, and no link', async (_, isKnown) => {
    const app = await open()
    if (isKnown) await (await openBrowser(app)).logIn(ann)
    app.at.now += 301_000
    const before = app.sink.mails.length
    const phone = await openBrowser(app)
    const { body } = await phone.post('email', { email: ann, page: shop })
    expect(v.parse(postLoginEmail.response, body)).toMatchObject({ action: 'VERIFY_OTP', form: 'short' })
    const code = await app.codeTo(ann)
    expect(code).toMatch(/^\d{6}$/)
    const thief = await openBrowser(app)
    expect(await thief.post('code', { flow: body.flow, code })).toMatchObject(wrongCode)
    expect(await phone.post('code', { flow: body.flow, code })).toMatchObject({
      status: 200,
      body: { need: 'create', user: { email: ann } },
    })
    expect(app.sink.mails).toHaveLength(before + 1)
    expect(await app.mailTo(ann)).not.toMatch(/http\S+#/)
  })

  it('gets another code on demand, and then the one before is void', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { flow } = (await phone.post('email', { email: ann, page: shop })).body
    const first = await app.codeTo(ann)
    app.at.now += 30_000
    expect((await phone.post('resend', { flow })).body).toMatchObject({
      action: 'VERIFY_OTP',
      form: 'short',
      flow,
    })
    expect(await phone.post('code', { flow, code: first })).toMatchObject(wrongCode)
    expect((await phone.post('code', { flow, code: await app.codeTo(ann) })).status).toBe(200)
  })

  it.each([
    ['custody mode operator', { CUSTODY_MODE: 'operator' }, 'letters', /^[0-9A-HJKMNP-TV-Z]{9}$/],
    ['LOGIN_DEVICE_CHECK', checked, 'digits', /^\d{8}$/],
  ])('is checked by a link first with %s, and the code is longer', async (_, environment, form, shape) => {
    const app = await open(environment)
    await (await openBrowser(app)).logIn(ann)
    for (const email of [ann, 'eve@mail.example']) {
      app.at.now += 301_000
      const phone = await openBrowser(app)
      const { body } = await phone.post('email', { email, page: shop })
      expect(body).toMatchObject({ action: 'VERIFY_DEVICE', form, match: expect.stringMatching(/^\d\d$/) })
      await phone.post('link', { link: await app.linkTo(email), decision: 'approve' })
      const code = await app.codeTo(email)
      expect(code).toMatch(shape)
      expect((await phone.post('code', { flow: body.flow, code })).status).toBe(200)
    }
  })
})

describe('T38: six digits', () => {
  it('are compared three times at most', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const flow = await phone.begin(ann)
    const code = await app.codeTo(ann)
    for (let at = 0; at < 20; at++)
      expect(await phone.post('code', { flow, code: otherCode(code) })).toMatchObject(wrongCode)
    expect(await phone.post('code', { flow, code })).toMatchObject(wrongCode)
    const rows = await app.store.db.selectFrom('signin_flows').select('attempts').execute()
    expect(rows).toEqual([{ attempts: 3 }])
    // A guess that was not compared counts nowhere.
    expect(await app.store.db.selectFrom('login_addresses').select('fails').execute()).toEqual([{ fails: 3 }])
    expect(await app.store.db.selectFrom('signin_breakers').select('fails').execute()).toEqual([{ fails: 3 }])
  })

  it('of which the right ones count as no guess', async () => {
    const app = await open()
    await (await openBrowser(app)).logIn(ann)
    expect(await app.store.db.selectFrom('login_addresses').select('fails').execute()).toEqual([{ fails: 0 }])
    for (const table of ['signin_breakers', 'signin_networks'] as const)
      expect(await app.store.db.selectFrom(table).select('fails').execute()).toEqual([{ fails: 0 }])
  })
})

describe('T40: guesses of strangers', () => {
  /** Wrong codes for the address in new browsers, all of them at once; how many were compared. */
  async function guess(app: Awaited<ReturnType<typeof open>>, codes: number): Promise<number> {
    const strangers = await Promise.all(Array.from({ length: codes }, () => openBrowser(app)))
    const guesses: (() => Promise<unknown>)[] = []
    for (const stranger of strangers) {
      app.at.now += 121_000
      const { flow } = (await stranger.post('email', { email: ann, page: shop })).body
      const code = otherCode(await app.codeTo(ann))
      for (let tries = 0; tries < 3; tries++) guesses.push(() => stranger.post('code', { flow, code }))
    }
    const before = await compared()
    await Promise.all(guesses.map(each => each()))
    return (await compared()) - before

    async function compared(): Promise<number> {
      const rows = await app.store.db.selectFrom('signin_flows').select('attempts').execute()
      return rows.reduce((sum, { attempts }) => sum + attempts, 0)
    }
  }

  it('are ten a day for an address, also at once; a new browser then goes by a link, a known one as always', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    await phone.logIn(ann)
    app.at.now += 3_600_000
    // Of the four codes the first one is 363 s old by the time of the guesses.
    expect(await guess(app, 4)).toBe(10)
    expect(app.sink.mails.filter(({ mail }) => mail.subject === 'Too many wrong codes')).toHaveLength(1)
    expect(await app.mailTo(ann)).toContain('Browsers you’ve used before work as usual.')

    // The owner at her phone.
    await phone.logIn(ann)
    // At a new laptop, too: by the link that no stranger has.
    const laptop = await openBrowser(app)
    app.at.now += 3_600_000
    const { body } = await laptop.post('email', { email: ann, page: shop })
    expect(body).toMatchObject({ action: 'VERIFY_DEVICE', form: 'digits' })
    const waiting = laptop.post('device', { flow: body.flow })
    await settle()
    await laptop.post('link', { link: await app.linkTo(ann), decision: 'approve' })
    expect((await waiting).body).toMatchObject({ action: 'VERIFY_OTP', form: 'digits' })
    const code = await app.codeTo(ann)
    expect(code).toMatch(/^\d{8}$/)
    expect(await laptop.post('code', { flow: body.flow, code: otherCode(code) })).toMatchObject(wrongCode)
    app.at.now += 31_000
    expect((await laptop.post('resend', { flow: body.flow })).body).toMatchObject({
      action: 'VERIFY_OTP',
      form: 'digits',
    })
    expect((await laptop.post('code', { flow: body.flow, code: await app.codeTo(ann) })).status).toBe(200)

    app.at.now += 86_400_000
    const { body: tomorrow } = await (await openBrowser(app)).post('email', { email: ann, page: shop })
    expect(tomorrow).toMatchObject({ action: 'VERIFY_OTP', form: 'short' })
  })

  it('T41: lead to a link whether or not there is an account', async () => {
    const app = await open()
    await guess(app, 4)
    app.at.now += 301_000
    const { body } = await (await openBrowser(app)).post('email', { email: ann, page: shop })
    expect(body.action).toBe('VERIFY_DEVICE')
  })

  it('at an approved browser are ten a day of its own', async () => {
    const app = await open()
    await guess(app, 4)
    const laptop = await openBrowser(app)
    const flow = await laptop.begin(ann)
    for (let codes = 0; codes < 4; codes++) {
      const code = await app.codeTo(ann)
      for (let tries = 0; tries < 3; tries++) await laptop.post('code', { flow, code: otherCode(code) })
      app.at.now += 301_000
      const { status } = await laptop.post('resend', { flow })
      expect(status).toBe(codes < 3 ? 200 : 429)
    }
  })

  it('use up the six digits of a project: then codes have eight, and short ones are compared no more', async () => {
    const app = await open({ ...freely, EMAIL_SHORT_FAILS_PER_DAY: '4' })
    const early = await openBrowser(app)
    const { flow } = (await early.post('email', { email: 'early@mail.example', page: shop })).body
    const short = await app.codeTo('early@mail.example')
    for (const name of ['bob', 'carl']) {
      const stranger = await openBrowser(app)
      const begun = await stranger.post('email', { email: `${name}@mail.example`, page: shop })
      expect(begun.body.form).toBe('short')
      const code = otherCode(await app.codeTo(`${name}@mail.example`))
      await Promise.all([1, 2, 3].map(() => stranger.post('code', { flow: begun.body.flow, code })))
    }
    const rows = () => app.store.db.selectFrom('signin_breakers').select('fails').execute()
    expect(await rows()).toEqual([{ fails: 4 }])
    expect(await early.post('code', { flow, code: short })).toMatchObject(wrongCode)
    app.at.now += 31_000
    expect((await early.post('resend', { flow })).body.form).toBe('digits')
    const long = await app.codeTo('early@mail.example')
    expect(long).toMatch(/^\d{8}$/)
    expect((await early.post('code', { flow, code: long })).status).toBe(200)
    expect(await rows()).toEqual([{ fails: 4 }])
    expect(app.lines.filter(line => line.includes('codes have eight digits'))).toHaveLength(1)
    // Another project is not concerned.
    const other = await openBrowser(app, { project: 'other' })
    const elsewhere = await other.post('email', { email: 'dora@mail.example', page: shop })
    expect(elsewhere.body.form).toBe('short')
    app.at.now += 86_400_000
    const tomorrow = await (await openBrowser(app)).post('email', { email: 'dora@mail.example', page: shop })
    expect(tomorrow.body.form).toBe('short')
  })
})
