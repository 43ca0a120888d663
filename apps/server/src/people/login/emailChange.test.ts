import { postEmailChange, postEmailChangeSecondary } from 'latchkey/services'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createWallet, deviceOf, makeFactor, release, releaseFor } from '../custody/wallet.fixture.ts'
import { openSmtpSink } from '../mail/smtpSink.fixture.ts'
import { type Browser, type LoginApp, openBrowser, otherCode, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins()
const [ann, next] = ['ann@mail.example', 'ann@new.example']
const wrongCode = { status: 401, body: { code: 'EMAIL_CODE_INVALID' } }

/** Begins a change, a while after the login. */
async function begin(app: LoginApp, browser: Browser, token: string, email = next) {
  app.at.now += 121_000
  return browser.post('email/change', { email, page: shop }, token)
}

/** All of it. */
async function change(app: LoginApp, browser: Browser, token: string, email = next, from = ann) {
  const { body } = await begin(app, browser, token, email)
  await browser.post('email/change/primary', { change: body.change, code: await app.codeTo(from) }, token)
  const code = await app.codeTo(email)
  return browser.post('email/change/secondary', { change: body.change, code }, token)
}

describe('T45: a change of address', () => {
  it('takes a code at the old address, a code at the new one, and notifies both', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const laptop = await openBrowser(app)
    const elsewhere = await laptop.logIn(ann)
    const { token, user } = await phone.logIn(ann)
    const begun = v.parse(postEmailChange.response, (await begin(app, phone, token)).body)
    expect(begun.action).toBe('VERIFY_PRIMARY_OTP')
    expect(await app.mailTo(ann)).toContain(`changes your account’s email address to ${next}`)
    const primary = { change: begun.change, code: await app.codeTo(ann) }
    expect((await phone.post('email/change/primary', primary, token)).body.action).toBe(
      'VERIFY_SECONDARY_OTP',
    )
    expect((await phone.get('user', token)).body.user.email).toBe(ann)
    const secondary = { change: begun.change, code: await app.codeTo(next) }
    const done = await phone.post('email/change/secondary', secondary, token)
    const changed = v.parse(postEmailChangeSecondary.response, done.body)
    expect(changed.user).toMatchObject({ account: user.account, email: next })
    expect(Date.parse(changed.user.frozenUntil ?? '') - app.at.now).toBe(86_400_000)
    expect(await app.mailTo(ann)).toContain('You now log in with a…@new.example')
    expect(await app.mailTo(next)).toContain('You now log in with it')
    // Who asked stays, everybody else is out.
    expect((await phone.get('user', token)).status).toBe(200)
    expect((await laptop.post('refresh', { refresh: elsewhere.refresh })).status).toBe(401)
    expect((await laptop.logIn(next)).user.account).toBe(user.account)
    // Nothing counts twice.
    expect(await phone.post('email/change/secondary', secondary, token)).toMatchObject(wrongCode)
  })

  it('skips no step, takes no other address in between, and no code of another purpose', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token } = await phone.logIn(ann)
    const { change } = (await begin(app, phone, token)).body
    const code = await app.codeTo(ann)
    const post = (step: string, body: object) => phone.post(`email/change/${step}`, body, token)
    expect(await post('secondary', { change, code })).toMatchObject(wrongCode)
    expect(await post('primary', { change, code: otherCode(code) })).toMatchObject(wrongCode)
    // A second change is another one; the first is void, and its code with it.
    const other = (await begin(app, phone, token, 'eve@evil.example')).body
    expect(await post('primary', { change, code: await app.codeTo(ann) })).toMatchObject(wrongCode)
    expect(await post('primary', { change: other.change, code })).toMatchObject(wrongCode)
    const { change: third } = other
    expect((await post('primary', { change: third, code: await app.codeTo(ann) })).status).toBe(200)
    expect(await post('primary', { change: third, code: await app.codeTo(ann) })).toMatchObject(wrongCode)
    expect(await post('secondary', { change: third, code: await app.codeTo(ann) })).toMatchObject(wrongCode)
    // In another browser of the same account it is nothing.
    const laptop = await openBrowser(app)
    const elsewhere = await laptop.logIn(ann)
    const body = { change: third, code: await app.codeTo('eve@evil.example') }
    expect(await laptop.post('email/change/secondary', body, elsewhere.token)).toMatchObject(wrongCode)
    expect((await laptop.get('user', elsewhere.token)).body.user.email).toBe(ann)
  })

  it('T42: that has to wait for one of both addresses costs the other nothing, and says when both are due', async () => {
    const app = await open()
    const [phone, laptop] = [await openBrowser(app), await openBrowser(app)]
    const { token } = await phone.logIn(ann)
    app.at.now += 121_000
    await laptop.post('email', { email: next, page: shop })
    const ask = () => phone.post('email/change', { email: next, page: shop }, token)
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'EMAIL_COOLDOWN' }, retryAfter: '30' })
    app.at.now += 30_000
    expect((await ask()).body.action).toBe('VERIFY_PRIMARY_OTP')
  })

  it('F45: goes on with the same code when the provider takes mail again', async () => {
    let out = ''
    const sink = await openSmtpSink({
      onRcptTo: ({ address }, _session, done) =>
        done(address === out ? Object.assign(new Error('later'), { responseCode: 452 }) : null),
    })
    const app = await open({}, { sink })
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    const { change } = (await begin(app, phone, token)).body
    const enter = async (step: string, to: string, untold: string) => {
      const code = await app.codeTo(to)
      const guess = (guessed: string) => phone.post(`email/change/${step}`, { change, code: guessed }, token)
      out = untold
      expect(await guess(otherCode(code))).toMatchObject(wrongCode)
      expect(await guess(code)).toMatchObject({ status: 503, body: { code: 'APKT009' } })
      out = ''
      const done = await guess(code)
      expect(await guess(code)).toMatchObject(wrongCode)
      return done
    }
    expect((await enter('primary', ann, next)).body.action).toBe('VERIFY_SECONDARY_OTP')
    expect((await phone.get('user', token)).body.user.email).toBe(ann)
    expect((await enter('secondary', next, ann)).body.user).toMatchObject({
      account: user.account,
      email: next,
    })
    await sink.close()
  })

  it('requires a proof of the last five minutes', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token } = await phone.logIn(ann)
    app.at.now += 300_001
    const late = await phone.post('email/change', { email: next, page: shop }, token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
  })

  it("T41: to another account's address looks the same, and that account is notified", async () => {
    const app = await open()
    await (await openBrowser(app)).logIn('bob@mail.example')
    const phone = await openBrowser(app)
    const { token } = await phone.logIn(ann)
    const { body } = await begin(app, phone, token, 'bob@mail.example')
    expect(body.action).toBe('VERIFY_PRIMARY_OTP')
    const primary = { change: body.change, code: await app.codeTo(ann) }
    expect((await phone.post('email/change/primary', primary, token)).body.action).toBe(
      'VERIFY_SECONDARY_OTP',
    )
    expect(await app.mailTo('bob@mail.example')).toContain('Nothing was changed')
    expect(await app.codeTo('bob@mail.example')).toBe('none')
    const secondary = { change: body.change, code: '12345678' }
    expect(await phone.post('email/change/secondary', secondary, token)).toMatchObject(wrongCode)
  })

  it('can be undone for 72 hours by the link at the old address, which logs no visitor in until then', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, refresh, user } = await phone.logIn(ann)
    expect((await change(app, phone, token)).status).toBe(200)
    const link = await app.linkTo(ann)
    const owner = await openBrowser(app)
    const flow = await owner.begin(ann)
    expect(await owner.post('code', { flow, code: await app.codeTo(ann) })).toMatchObject({
      status: 410,
      body: { code: 'LOGIN_ENDED' },
    })
    app.at.now += 71 * 3_600_000
    for (let time = 0; time < 3; time++)
      expect((await owner.post('email/undo', { link })).body).toMatchObject({
        state: 'open',
        to: 'a…@new.example',
      })
    for (let time = 0; time < 2; time++)
      expect((await owner.post('email/undo', { link, undo: true })).body.state).toBe('undone')
    expect((await phone.post('refresh', { refresh })).status).toBe(401)
    app.at.now += 31_000
    const again = await phone.post('email', { email: ann, page: shop })
    expect(again.body.form).toBe('short')
    expect((await owner.logIn(ann)).user).toMatchObject({ account: user.account, email: ann })
    // The new address is free again.
    expect((await phone.logIn(next)).user.account).not.toBe(user.account)
  })

  it('cannot be undone later; then the old address is free', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    await change(app, phone, token)
    const link = await app.linkTo(ann)
    app.at.now += 72 * 3_600_000
    expect((await phone.post('email/undo', { link, undo: true })).body.code).toBe('LOGIN_ENDED')
    expect((await (await openBrowser(app)).logIn(ann)).user.account).not.toBe(user.account)
  })

  it('may go back to the old address a day later, which then lets in again', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    await change(app, phone, token)
    expect(await begin(app, phone, token, ann)).toMatchObject({
      status: 403,
      body: { code: 'LOGIN_STEP_UP' },
    })
    app.at.now += 86_400_000
    const fresh = await phone.logIn(next)
    expect((await change(app, phone, fresh.token, ann, next)).body.user.email).toBe(ann)
    expect((await phone.logIn(ann)).user.account).toBe(user.account)
  })

  it('for a day the key is not shown, and what recovers it stays as it is', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    const device = deviceOf(app, phone.key, { account: user.account, token })
    const made = await createWallet(device)
    expect((await device.call('POST', 'export', { cancel: false })).status).toBe(200)
    expect((await change(app, phone, token)).status).toBe(200)
    const stepUp = { status: 403, body: { code: 'CUSTODY_STEP_UP' } }
    expect(await device.call('POST', 'export', { cancel: false })).toMatchObject(stepUp)
    const { factor } = makeFactor(made.entropy)
    const body = device.own('recovery', made.entropy, { factor })
    expect(await device.call('POST', 'recovery', body)).toMatchObject(stepUp)
    const adding = { path: '/v1/custody/recovery', subject: factor.id }
    expect(await releaseFor(device, made, adding)).toMatchObject(stepUp)
    expect((await release(device, made)).status).toBe(200)
    app.at.now += 86_400_000
    const fresh = await phone.logIn(next)
    const later = deviceOf(app, phone.key, { account: user.account, token: fresh.token })
    await releaseFor(later, made, { path: '/v1/custody/recovery', subject: factor.id })
    expect((await later.call('POST', 'recovery', body)).status).toBe(200)
  })
})
