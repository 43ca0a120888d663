import { randomBytes, sign } from 'node:crypto'
import { custodyPossessionText, getLoginDevices, mostDevices, postLoginDelete } from 'latchkey/services'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  createWallet,
  deviceOf,
  makeFactor,
  ownerOf,
  pairDevice,
  release,
  releaseFor,
} from '../custody/wallet.fixture.ts'
import { openSmtpSink } from '../mail/smtpSink.fixture.ts'
import { createLoginSessions } from './createLoginSessions.ts'
import { openBrowser, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'
import { sweepLoginOnce } from './sweepLogin.ts'

const open = openLogins()
const ann = 'ann@mail.example'
const refused = { status: 401, body: { code: 'SIGN_IN_INVALID' } }
const oneDay = 86_400_000

describe('T56: a refresh', () => {
  it('is valid once; a second use of it ends the session in all its copies', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const first = await phone.logIn(ann)
    const next = (await phone.post('refresh', { refresh: first.refresh })).body
    expect(next.user).toEqual(first.user)
    expect(await phone.get('user', first.token)).toMatchObject(refused)
    expect((await phone.get('user', next.token)).status).toBe(200)
    // The thief uses the earlier copy.
    expect(await phone.post('refresh', { refresh: first.refresh })).toMatchObject(refused)
    expect(await phone.get('user', next.token)).toMatchObject(refused)
    expect(await phone.post('refresh', { refresh: next.refresh })).toMatchObject(refused)
  })

  it('whose answer was lost may be repeated until what it gave is used', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const first = await phone.logIn(ann)
    const lost = (await phone.post('refresh', { refresh: first.refresh })).body
    const again = (await phone.post('refresh', { refresh: first.refresh })).body
    expect(await phone.get('user', lost.token)).toMatchObject(refused)
    expect((await phone.get('user', again.token)).status).toBe(200)
    // A late copy counts like any other.
    expect(await phone.post('refresh', { refresh: lost.refresh })).toMatchObject(refused)
    expect(await phone.get('user', again.token)).toMatchObject(refused)
  })

  it('is refused with another key or for another project, and ends its session', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, refresh } = await phone.logIn(ann)
    const thief = await openBrowser(app)
    expect(await thief.get('user', token)).toMatchObject(refused)
    expect((await phone.get('user', token)).status).toBe(200)
    expect(await thief.post('refresh', { refresh })).toMatchObject(refused)
    expect(await phone.get('user', token)).toMatchObject(refused)
    const abroad = await openBrowser(app, { project: 'other' })
    const other = await phone.logIn(ann)
    expect(await abroad.get('user', other.token)).toMatchObject(refused)
    expect(await abroad.post('refresh', { refresh: other.refresh })).toMatchObject(refused)
    const elsewhere = { method: 'GET', path: 'login/user', token: other.token, now: app.at.now }
    expect((await phone.key.send(app, { ...elsewhere, project: 'other' })).status).toBe(401)
    expect((await phone.get('user', other.token)).status).toBe(200)
  })

  it('lasts 7 days from its last use and 30 in all, a token 10 minutes', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    let session = await phone.logIn(ann)
    const began = app.at.now
    app.at.now += 600_000
    expect(await phone.get('user', session.token)).toMatchObject(refused)
    for (let week = 0; week < 4; week++) {
      app.at.now += 7 * oneDay - 700_000
      const answer = await phone.post('refresh', { refresh: session.refresh })
      expect(answer.status).toBe(200)
      session = answer.body
    }
    expect(Date.parse(session.refreshUntil)).toBe(began + 30 * oneDay)
    app.at.now = began + 30 * oneDay
    expect(await phone.post('refresh', { refresh: session.refresh })).toMatchObject(refused)

    const next = await phone.logIn(ann)
    app.at.now += 7 * oneDay
    await sweepLoginOnce({ store: app.store, now: app.at.now })
    expect(await app.store.db.selectFrom('login_sessions').select('id').execute()).toEqual([])
    expect(await phone.post('refresh', { refresh: next.refresh })).toMatchObject(refused)
    // The device is known all the same.
    expect((await phone.post('email', { email: ann, page: shop })).body.action).toBe('VERIFY_OTP')
  })
})

describe('a session', () => {
  it('T57: is another one after each login, and the one before is over', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const first = await phone.logIn(ann)
    const second = await phone.logIn(ann)
    expect(second.token.slice(0, 22)).not.toBe(first.token.slice(0, 22))
    expect(await phone.get('user', first.token)).toMatchObject(refused)
    // A session that is brought along is not the one that comes out.
    const flow = await phone.begin(ann)
    const third = await phone.post('code', { flow, code: await app.codeTo(ann) }, second.token)
    expect(third.body.token).not.toBe(second.token)
    expect(await phone.get('user', second.token)).toMatchObject(refused)
  })

  it('S5: begun silently, has the latest proof of its owner, by whatever way', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    await phone.logIn(ann)
    const { project_id, account_id, device, provider, credential } = await app.store.db
      .selectFrom('login_sessions')
      .selectAll()
      .executeTakeFirstOrThrow()
    const sessions = createLoginSessions({ store: app.store, now: () => app.at.now })
    const own = { project_id, account_id, device, provider, credential }
    const silent = { ...own, proved_by: 'provider' as const }
    const proved = app.at.now
    app.at.now += 9_000
    const later = await sessions.begin(silent, { provedAt: proved + 5_000 })
    expect(later.row).toMatchObject({ proved_at: proved + 5_000, proved_by: 'provider' })
    const earlier = await sessions.begin({ ...own, proved_by: 'code' }, { provedAt: proved })
    expect(earlier.row).toMatchObject({ proved_at: proved + 5_000, proved_by: 'provider' })
  })

  it('ends with signing out, also when its token is over', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { refresh } = await phone.logIn(ann)
    app.at.now += 3_600_000
    const thief = await openBrowser(app)
    expect((await phone.post('signout', { refresh })).body).toEqual({ ended: true })
    expect((await phone.post('signout', { refresh })).body).toEqual({ ended: false })
    expect((await thief.post('signout', { refresh })).body).toEqual({ ended: false })
    expect(await phone.post('refresh', { refresh })).toMatchObject(refused)
  })
})

describe('devices', () => {
  it('are listed, and a revoked one can do nothing from then on', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const laptop = await openBrowser(app)
    const lost = await phone.logIn(ann)
    const device = deviceOf(app, phone.key, { account: lost.user.account, token: lost.token })
    const made = await createWallet(device)
    const { token } = await laptop.logIn(ann)
    await pairDevice(deviceOf(app, laptop.key, { account: lost.user.account, token }), made.entropy)
    const listed = await laptop.get('devices', token)
    const { devices } = v.parse(getLoginDevices.response, listed.body)
    expect(devices.map(({ device, page, isCurrent }) => [device, page, isCurrent])).toEqual([
      [laptop.key.thumbprint, shop, true],
      [phone.key.thumbprint, shop, false],
    ])
    const answer = await laptop.post('devices/revoke', { device: phone.key.thumbprint }, token)
    expect(answer.body).toEqual({ revoked: true })
    expect((await release(device, made)).status).toBe(401)
    expect(await app.store.db.selectFrom('custody_pairs').select('device').execute()).toEqual([
      { device: laptop.key.thumbprint },
    ])
    expect(await app.mailTo(ann)).toContain('One of your browsers can no longer sign')
    expect(await phone.post('refresh', { refresh: lost.refresh })).toMatchObject(refused)
    app.at.now += 301_000
    expect((await phone.post('email', { email: ann, page: shop })).body.form).toBe('short')
    expect((await laptop.get('devices', token)).status).toBe(200)
  })

  it('T82: whose half there was none of is taken back with a mail as well, but one’s own is not', async () => {
    const app = await open()
    const [phone, laptop] = [await openBrowser(app), await openBrowser(app)]
    await laptop.logIn(ann)
    const { token } = await phone.logIn(ann)
    await phone.post('devices/revoke', { device: laptop.key.thumbprint }, token)
    expect(await app.mailTo(ann)).toContain('needs a code from your email to log in again')
    const told = app.sink.mails.length
    await phone.post('devices/revoke', { device: laptop.key.thumbprint }, token)
    await phone.post('devices/revoke', { device: phone.key.thumbprint }, token)
    expect(app.sink.mails).toHaveLength(told)
  })

  it('another than this one is revoked after a proof within the hour', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const first = await phone.logIn(ann)
    app.at.now += 3_600_001
    const { token } = (await phone.post('refresh', { refresh: first.refresh })).body
    const other = await phone.post('devices/revoke', { device: 'd'.repeat(43) }, token)
    expect(other).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
    const own = await phone.post('devices/revoke', { device: phone.key.thumbprint }, token)
    expect(own.body).toEqual({ revoked: true })
  })

  it('are logged out by another one of the last hour, keep their key shares, and log in again as known ones', async () => {
    const app = await open()
    const [phone, laptop] = [await openBrowser(app), await openBrowser(app)]
    const elsewhere = await laptop.logIn(ann)
    const { token, refresh, user } = await phone.logIn(ann)
    const { account } = user
    const bob = await (await openBrowser(app)).logIn('bob@mail.example')
    expect(await phone.post('sessions/end', { account: bob.user.account }, token)).toMatchObject(refused)
    expect((await phone.post('sessions/end', { account }, token)).body).toEqual({ ended: 1 })
    expect(await app.mailTo(ann)).toContain('logged out all the others')
    const told = app.sink.mails.length
    expect((await phone.post('sessions/end', { account }, token)).body).toEqual({ ended: 0 })
    expect(app.sink.mails).toHaveLength(told)
    expect(await laptop.get('user', elsewhere.token)).toMatchObject(refused)
    expect(await laptop.post('refresh', { refresh: elsewhere.refresh })).toMatchObject(refused)
    expect((await phone.get('devices', token)).body.devices).toHaveLength(2)
    app.at.now += 301_000
    expect((await laptop.post('email', { email: ann, page: shop })).body.action).toBe('VERIFY_OTP')
    app.at.now += 3_600_001
    const later = (await phone.post('refresh', { refresh })).body
    const late = await phone.post('sessions/end', { account }, later.token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
  })

  it('T82: and all of the owner’s addresses are notified at once, none after a slow one', async () => {
    let together = 1
    const held: (() => void)[] = []
    const sink = await openSmtpSink({
      onRcptTo(_to, _session, done) {
        held.push(done)
        if (held.length === together) for (const each of held.splice(0)) each()
      },
    })
    const app = await open({}, { sink })
    const [phone, laptop] = [await openBrowser(app), await openBrowser(app)]
    await laptop.logIn(ann)
    const { token, user } = await phone.logIn(ann)
    const { account } = user
    const { compose, write } = app.store
    const of = { kind: 'social', account_id: account, label: null, name: null, created_at: app.at.now }
    const others = ['github', 'google'].map(issuer => `ann@${issuer}.example`)
    await write(
      others.map(email =>
        compose
          .insertInto('login_identities')
          .values({ ...of, issuer: email, subject: email, email })
          .compile(),
      ),
    )
    together = 3
    expect((await phone.post('sessions/end', { account }, token)).body).toEqual({ ended: 1 })
    const told = sink.mails.slice(-3).flatMap(({ recipients }) => recipients)
    expect(told.toSorted()).toEqual([ann, ...others].toSorted())
    await sink.close()
  })

  it('T109: belong to one account, also on a shared device', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const bobs = await openBrowser(app)
    await phone.logIn(ann)
    const bob = await bobs.logIn('bob@mail.example')
    const answer = await bobs.post('devices/revoke', { device: phone.key.thumbprint }, bob.token)
    expect(answer.body).toEqual({ revoked: false })
    expect((await bobs.get('devices', bob.token)).body.devices).toHaveLength(1)
    app.at.now += 301_000
    expect((await phone.post('email', { email: ann, page: shop })).body.form).toBe('digits')
    // Another account's device is a stranger's here, and is counted as one.
    expect((await bobs.post('email', { email: ann, page: shop })).body.form).toBe('short')
    expect((await bobs.post('email', { email: ann, page: shop })).body.code).toBe('EMAIL_COOLDOWN')
  })

  it(`beyond ${mostDevices}, the one seen longest ago is forgotten`, async () => {
    const app = await open()
    const first = await openBrowser(app)
    const { user, refresh } = await first.logIn(ann)
    await app.store.write(
      Array.from({ length: mostDevices - 1 }, (_, at) =>
        app.store.compose
          .insertInto('login_devices')
          .values({
            account_id: user.account,
            device: `${at}`.padStart(43, 'd'),
            name: null,
            page: shop,
            created_at: 1,
            seen_at: app.at.now + at + 1,
          })
          .compile(),
      ),
    )
    const last = await openBrowser(app)
    const { token } = await last.logIn(ann)
    const known = (await last.get('devices', token)).body.devices.map(({ device }) => device)
    expect(known).toHaveLength(mostDevices)
    expect(known).not.toContain(first.key.thumbprint)
    expect(await first.post('refresh', { refresh })).toMatchObject(refused)
  })
})

describe('an account', () => {
  it('is deleted with its wallet after a proof and with possession of the key; then the address begins again', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    const { account } = user
    const remove = (id: string, as: string, shown?: string) =>
      phone.post('delete', { account: id, ...(shown && { possession: shown }) }, as)
    expect(await remove('a'.repeat(22), token)).toMatchObject(refused)
    const device = deviceOf(app, phone.key, { account, token })
    const made = await createWallet(device, [makeFactor(randomBytes(32))])
    await device.call('POST', 'password', { blinded: '00'.repeat(32) })
    const possession = (entropy: Uint8Array, id = account) => {
      const of = { path: postLoginDelete.path, account: id, device: device.device, body: { account: id } }
      return sign(null, Buffer.from(custodyPossessionText(of)), ownerOf(entropy).key).toString('hex')
    }
    expect(await remove(account, token)).toMatchObject({ status: 409, body: { code: 'CUSTODY_EXISTS' } })
    for (const foreign of [possession(randomBytes(32)), possession(made.entropy, 'other')])
      expect(await remove(account, token, foreign)).toMatchObject({
        status: 403,
        body: { code: 'CUSTODY_REFUSED' },
      })
    // With the key, which was not released for this.
    expect(await remove(account, token, possession(made.entropy))).toMatchObject({
      status: 403,
      body: { code: 'CUSTODY_REFUSED' },
    })
    const change = { path: postLoginDelete.path, subject: account }
    expect((await releaseFor(device, made, change)).status).toBe(200)
    expect((await remove(account, token, possession(made.entropy))).body).toEqual({ deleted: true })
    expect(app.sink.mails.slice(-2).map(({ mail }) => mail.subject)).toEqual([
      'Your wallet was deleted here',
      'Your account was deleted',
    ])
    expect(await phone.get('user', token)).toMatchObject(refused)
    for (const name of [
      ...(['login_identities', 'login_devices', 'login_sessions', 'login_accounts'] as const),
      ...(['custody_pairs', 'custody_factors', 'custody_passwords'] as const),
    ])
      expect(await app.store.db.selectFrom(name).selectAll().execute()).toEqual([])
    // Its id stays, so that no other key is ever made for it.
    const [wallet] = await app.store.db.selectFrom('custody_wallets').selectAll().execute()
    expect(wallet).toMatchObject({ account_id: account, commit_mac: '', owner: '', deleted_at: app.at.now })
    const again = await phone.logIn(ann)
    expect(again.user.account).not.toBe(account)
    app.at.now += 300_001
    const late = await remove(again.user.account, again.token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
  })
})

it('T104: without a store or a mail server no visitor gets in, and no code is sent', async () => {
  const app = await open()
  const phone = await openBrowser(app)
  const { token, refresh } = await phone.logIn(ann)
  const sent = app.sink.mails.length
  await app.store.close()
  const calls = [
    phone.post('email', { email: ann, page: shop }),
    phone.post('code', { flow: 'f'.repeat(22), code: '12345678' }),
    phone.post('refresh', { refresh }),
    phone.get('user', token),
  ]
  for (const call of calls) expect(await call).toMatchObject({ status: 503, body: { code: 'APKT009' } })
  expect(app.sink.mails).toHaveLength(sent)

  const other = await open()
  const laptop = await openBrowser(other)
  await other.sink.close()
  const { body } = await laptop.post('email', { email: ann, page: shop })
  expect(body).toMatchObject({ code: 'APKT009' })
  expect(await other.store.db.selectFrom('login_flows').select('flow').execute()).toEqual([])
})
