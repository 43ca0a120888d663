import { mostDevices, postLoginWaitingLink, waitingTime } from 'latchkey/services'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { everyRoute, isWalletOnly, sampleBody } from '../../../core/safety/sampleRequest.fixture.ts'
import { release } from '../../custody/wallet.fixture.ts'
import { openSmtpSink } from '../../mail/smtpSink.fixture.ts'
import { type LoginApp, openBrowser, shop } from '../login.fixture.ts'
import { makeWaitingSweep } from '../makeLogin.ts'
import { openLogins } from '../openLogins.fixture.ts'
import { sweepLoginOnce } from '../sweepLogin.ts'
import { sweepWaiting } from './sweepWaiting.ts'
import { accessOf, ann, type Entered, enter, openTheft, passkey } from './waiting.fixture.ts'

const open = openLogins({ allows: 'all' })
const oneDay = 86_400_000
const next = 'eve@evil.example'

const sweep = (app: LoginApp) => sweepWaiting(makeWaitingSweep(app.ctx))

/** What each call of the wallet does to access. A new call gets its line here, or the first test says so. */
const calls = {
  waits: [
    'postLoginDeviceRevoke',
    'postLoginSessionsEnd',
    'postLoginDelete',
    'postPasskeyDelete',
    'postSocialUnlink',
    'postEmailChangeSecondary',
  ],
  /** Refused without a signature by the wallet's key, or by a device without a key share. */
  needsKey: ['postRecoveryFactorDelete', 'postRecoveryFactor', 'postCustodyPair', 'postCustodyRevoke'],
  /** Of the calling device alone. */
  own: [
    'postCustodyRelease',
    'postCustodyRefresh',
    'postCustodyRefreshAck',
    'postLoginRefresh',
    'postLoginSignOut',
    'postSocialPoll',
  ],
  /** Begins, proves or adds, and takes nothing away. */
  adds: [
    'postCustodyWallet',
    'postLoginEmail',
    'postLoginDevice',
    'postLoginCode',
    'postLoginResend',
    'postPasskeyOptions',
    'postPasskeyRegister',
    'postPasskeyLogin',
    'postSocialBegin',
    'postFarcasterBegin',
    'postEmailChange',
    'postEmailChangePrimary',
  ],
  /** Has a limit or a wait of its own: five releases a day, ten tries, an hour without mail, 24 hours, seven days. */
  limited: [
    'postRecoveryRelease',
    'postPasswordEvaluate',
    'postLoginLink',
    'postCustodyExport',
    'postEmailChangeFinish',
  ],
  /** Restores an address (T45), or stops what waits. */
  restores: ['postLoginUndo', 'postLoginWaitingStop', 'postLoginWaitingLink'],
} as const

describe('T115: what a session without the key does to access', () => {
  it('is known of each call of the wallet', () => {
    const named = everyRoute
      .filter(([, { route }]) => isWalletOnly(route) && route.method === 'POST')
      .map(([, { name }]) => name)
    expect(Object.values(calls).flat().toSorted()).toEqual(named.toSorted())
  })

  it('is nothing at once, by any call', async () => {
    const app = await open()
    const { phone, thief, account } = await openTheft(app)
    const own: Record<string, object> = {
      postLoginDeviceRevoke: { device: phone.key.thumbprint },
      postCustodyRevoke: { device: phone.key.thumbprint },
      postLoginSessionsEnd: { account },
      postLoginDelete: { account },
      postPasskeyDelete: { credential: passkey },
      postSocialUnlink: { provider: 'github' },
    }
    const before = await accessOf(app, phone)
    for (const [title, named] of everyRoute) {
      if (!isWalletOnly(named.route) || named.route.method !== 'POST') continue
      const body = own[named.name] ?? (sampleBody(named) as object)
      const path = named.route.path.slice('/v1/'.length)
      const call = { method: 'POST', path, body, token: thief.token, now: app.at.now }
      const answer = await thief.key.send(app, call)
      const { waits } = (await answer.json()) as { waits?: object }
      expect([title, await accessOf(app, phone)]).toEqual([title, before])
      const isAsked = named.name in own && named.name !== 'postCustodyRevoke'
      expect([title, waits !== undefined]).toEqual([title, isAsked])
    }
    expect((await app.store.db.selectFrom('login_waiting').select('kind').execute()).length).toBe(5)
  })
})

type Begin = (app: LoginApp, thief: Entered, phone: Entered) => Promise<{ readonly body: unknown }>

/** How a thief begins each of them, and what is gone once it took effect. */
const kinds: readonly (readonly [string, Begin, string[]])[] = [
  [
    'device',
    (_, thief, phone) => thief.post('devices/revoke', { device: phone.key.thumbprint }, thief.token),
    ['pairs', 'devices', 'sessions'],
  ],
  [
    'sessions',
    (_, thief) => thief.post('sessions/end', { account: thief.account }, thief.token),
    ['sessions'],
  ],
  [
    'passkey',
    (_, thief) => thief.post('passkey/delete', { credential: passkey }, thief.token),
    ['identities', 'passkeys'],
  ],
  ['social', (_, thief) => thief.post('social/unlink', { provider: 'github' }, thief.token), ['identities']],
  ['email', changeEmail, ['identities', 'sessions', 'accounts']],
  [
    'account',
    (_, thief) => thief.post('delete', { account: thief.account }, thief.token),
    ['identities', 'passkeys', 'pairs', 'wallets', 'devices', 'sessions', 'accounts'],
  ],
]

async function changeEmail(app: LoginApp, thief: Entered) {
  const begun = await thief.post('email/change', { email: next, page: shop }, thief.token)
  const { change } = begun.body
  await thief.post('email/change/primary', { change, code: await app.codeTo(ann) }, thief.token)
  return thief.post('email/change/secondary', { change, code: await app.codeTo(next) }, thief.token)
}

const waitsOf = ({ body }: { readonly body: unknown }) =>
  (body as { readonly waits: { readonly id: string; readonly effectAt: string } }).waits

describe('T115: a change without the key', () => {
  it.each(kinds)(
    'waits for 72 hours with a mail at once and a day before, and takes effect once: %s',
    async (kind, begin, gone) => {
      const app = await open()
      const { phone, thief } = await openTheft(app)
      // A login is for the mailbox's own limits.
      app.at.now += 121_000
      const before = await accessOf(app, phone)
      const begun = app.at.now
      const waits = waitsOf(await begin(app, thief, phone))
      expect(Date.parse(waits.effectAt)).toBe(begun + waitingTime)
      expect(await accessOf(app, phone)).toEqual(before)
      expect(await app.mailTo(ann)).toContain('so it waits for 72 hours')
      const sent = () => app.sink.mails.length
      const first = sent()
      if (kind !== 'email') {
        expect(waitsOf(await begin(app, thief, phone)).id).toBe(waits.id)
        expect(sent()).toBe(first)
      }
      const { waiting } = (await phone.get('waiting', phone.token)).body as never as { waiting: object[] }
      expect(waiting).toMatchObject([{ id: waits.id, kind, isOwn: false, page: shop }])

      app.at.now = begun + waitingTime - oneDay - 1
      await sweep(app)
      expect(sent()).toBe(first)
      app.at.now++
      await sweep(app)
      await sweep(app)
      expect(sent()).toBe(first + 1)
      expect(app.sink.mails.at(-1)?.mail.subject).toMatch(/^Tomorrow: /)
      app.at.now = begun + waitingTime - 1
      await sweep(app)
      expect(await accessOf(app, phone)).toEqual(before)

      app.at.now++
      await sweep(app)
      const after = await accessOf(app, phone)
      const changed = Object.keys(before).filter(
        each =>
          JSON.stringify(before[each as keyof typeof before]) !==
          JSON.stringify(after[each as keyof typeof after]),
      )
      expect(changed.toSorted()).toEqual(gone.toSorted())
      const subjects = app.sink.mails.slice(first + 1).map(({ mail }) => String(mail.subject))
      expect(subjects.filter(subject => subject.startsWith('Done: '))).toHaveLength(1)
      const total = sent()
      await sweep(app)
      expect(sent()).toBe(total)
      expect(await accessOf(app, phone)).toEqual(after)
    },
  )

  it('of an address is undone for 72 hours after it took effect, too', async () => {
    const app = await open()
    const { phone, thief } = await openTheft(app)
    app.at.now += 121_000
    await changeEmail(app, thief)
    await passBy(app)
    expect((await accessOf(app, phone)).identities).toContainEqual(
      expect.objectContaining({ kind: 'email', subject: expect.stringContaining('evil') }),
    )
    const link = /#undo=([\w-]{43})/.exec(
      String(app.sink.mails.findLast(({ mail }) => String(mail.text).includes('#undo='))?.mail.text),
    )?.[1]
    expect((await phone.post('email/undo', { link, undo: true })).body.state).toBe('undone')
    expect((await enter(phone)).account).toBe(thief.account)
  })

  it('adds a first address at once, and logs no other browser out', async () => {
    const app = await open()
    const { phone, thief } = await openTheft(app)
    await app.store.write([
      app.store.compose.deleteFrom('login_identities').where('kind', '=', 'email').compile(),
    ])
    app.at.now += 121_000
    const { body } = await thief.post('email/change', { email: next, page: shop }, thief.token)
    const code = await app.codeTo(next)
    const done = await thief.post('email/change/secondary', { change: body.change, code }, thief.token)
    expect(done.body).toMatchObject({ user: { email: next } })
    expect(waitsOf(done)).toBeUndefined()
    expect((await accessOf(app, phone)).sessions).toHaveLength(1)
  })

  it('does not begin, and may be asked for again, where no mail goes out', async () => {
    let isOut = false
    const sink = await openSmtpSink({
      onRcptTo: (_to, _session, done) =>
        done(isOut ? Object.assign(new Error('later'), { responseCode: 452 }) : null),
    })
    const app = await open({}, { sink })
    const { thief } = await openTheft(app)
    isOut = true
    const remove = () => thief.post('delete', { account: thief.account }, thief.token)
    expect(await remove()).toMatchObject({ status: 503, body: { code: 'APKT009' } })
    expect(await app.store.db.selectFrom('login_waiting').selectAll().execute()).toEqual([])
    isOut = false
    const { effectAt } = waitsOf(await remove())
    // The day from the second mail on is whole, whenever it goes out.
    isOut = true
    app.at.now = Date.parse(effectAt)
    await sweep(app)
    expect(await app.store.db.selectFrom('login_waiting').select('reminded_at').execute()).toEqual([
      { reminded_at: null },
    ])
    isOut = false
    await sweep(app)
    app.at.now += oneDay - 1
    await sweep(app)
    expect(await app.store.db.selectFrom('login_accounts').select('id').execute()).toHaveLength(1)
    app.at.now++
    await sweep(app)
    expect(await app.store.db.selectFrom('login_accounts').select('id').execute()).toEqual([])
    await sink.close()
  })

  it('that no mail told of, as its process ended, is mailed later and waits from then on', async () => {
    const app = await open()
    const { thief } = await openTheft(app)
    await thief.post('delete', { account: thief.account }, thief.token)
    await app.store.write([app.store.compose.updateTable('login_waiting').set({ told_at: null }).compile()])
    const sent = app.sink.mails.length
    app.at.now += 120_000
    await sweep(app)
    expect(app.sink.mails).toHaveLength(sent + 1)
    const link = await app.linkTo(ann)
    expect((await thief.post('waiting/link', { link })).body.state).toBe('waiting')
    const rows = await app.store.db.selectFrom('login_waiting').select('effect_at').execute()
    expect(rows).toEqual([{ effect_at: app.at.now + waitingTime }])
  })
})

/** Lets what waits take effect. */
async function passBy(app: LoginApp) {
  app.at.now += waitingTime - oneDay
  await sweep(app)
  app.at.now += oneDay
  await sweep(app)
}

describe('T115: what waits is stopped', () => {
  it('by any browser of the account, and begins no more for 72 hours without the key, in no browser', async () => {
    const app = await open()
    const { phone, thief, device, made } = await openTheft(app)
    const { id } = waitsOf(await thief.post('delete', { account: thief.account }, thief.token))
    const stranger = await openBrowser(app)
    const { token } = await stranger.logIn('bob@mail.example')
    expect((await stranger.post('waiting/stop', { id }, token)).body).toEqual({ stopped: false })
    await enter(phone)
    expect((await phone.post('waiting/stop', { id }, phone.token)).body).toEqual({ stopped: true })
    expect((await phone.post('waiting/stop', { id }, phone.token)).body).toEqual({ stopped: false })
    expect(await app.mailTo(ann)).toContain('Nothing was changed')
    const stopped = app.at.now
    const before = await accessOf(app, phone)
    await passBy(app)
    expect(await accessOf(app, phone)).toEqual(before)
    app.at.now = stopped + 400_000
    const other = await openBrowser(app)
    for (const each of [thief, other]) {
      const browser = await enter(each)
      for (const [path, body] of [
        ['delete', { account: thief.account }],
        ['devices/revoke', { device: phone.key.thumbprint }],
      ] as const) {
        const again = await browser.post(path, body, browser.token)
        expect(again).toMatchObject({ status: 429, body: { code: 'APKT010' } })
        expect(Number(again.retryAfter)).toBe(Math.ceil((stopped + waitingTime - app.at.now) / 1_000))
      }
    }
    // Whose device has the key is not kept from anything.
    await enter(phone)
    const taken = await phone.post('devices/revoke', { device: other.key.thumbprint }, phone.token)
    expect(taken.body).toEqual({ revoked: true })
    expect((await release({ ...device, token: phone.token, call: device.call }, made)).status).toBe(401)
    app.at.now = stopped + waitingTime
    await sweepLoginOnce({ store: app.store, now: app.at.now })
    await enter(thief)
    expect(waitsOf(await thief.post('delete', { account: thief.account }, thief.token))).toBeDefined()
  })

  it('T48: by the link in each mail, which shows it first, and approves nothing', async () => {
    const app = await open()
    const { thief, phone } = await openTheft(app)
    await thief.post('devices/revoke', { device: phone.key.thumbprint }, thief.token)
    const first = await app.linkTo(ann)
    app.at.now += waitingTime - oneDay
    await sweep(app)
    const second = await app.linkTo(ann)
    expect(second).not.toBe(first)
    const anyone = await openBrowser(app)
    for (const link of [first, second]) {
      const shown = await anyone.post('waiting/link', { link })
      expect(v.parse(postLoginWaitingLink.response, shown.body)).toMatchObject({
        state: 'waiting',
        kind: 'device',
        page: shop,
      })
    }
    expect((await anyone.post('waiting/link', { link: first, stop: false })).status).toBe(400)
    expect((await anyone.post('waiting/link', { link: 'l'.repeat(43), stop: true })).body.code).toBe(
      'LOGIN_ENDED',
    )
    const elsewhere = await openBrowser(app, { project: 'other' })
    expect((await elsewhere.post('waiting/link', { link: first, stop: true })).body.code).toBe('LOGIN_ENDED')
    expect((await anyone.post('waiting/link', { link: second, stop: true })).body.state).toBe('stopped')
    expect((await anyone.post('waiting/link', { link: first })).body.state).toBe('stopped')
    const before = await accessOf(app, phone)
    app.at.now += oneDay
    await sweep(app)
    expect(await accessOf(app, phone)).toEqual(before)
  })

  it('no more by a link once it took effect', async () => {
    const app = await open()
    const { thief, phone } = await openTheft(app)
    await thief.post('devices/revoke', { device: phone.key.thumbprint }, thief.token)
    const link = await app.linkTo(ann)
    await passBy(app)
    const late = await thief.post('waiting/link', { link, stop: true })
    expect(late).toMatchObject({ status: 410, body: { code: 'LOGIN_ENDED' } })
  })

  it.each(['devices/revoke', 'sessions/end'])('with the browser that began it: %s', async path => {
    const app = await open()
    const { thief, phone } = await openTheft(app)
    await thief.post('delete', { account: thief.account }, thief.token)
    await enter(phone)
    const body = path === 'sessions/end' ? { account: phone.account } : { device: thief.key.thumbprint }
    await phone.post(path, body, phone.token)
    const rows = await app.store.db.selectFrom('login_waiting').select('state').execute()
    expect(rows).toEqual([{ state: 'stopped' }])
  })
})

describe('T115: a login alone', () => {
  it(`takes the place of no device that can sign, in ${mostDevices} browsers`, async () => {
    const app = await open()
    const { phone, account } = await openTheft(app)
    await app.store.write(
      Array.from({ length: mostDevices }, (_, at) =>
        app.store.compose
          .insertInto('login_devices')
          .values({
            account_id: account,
            device: `${at}`.padStart(43, 'd'),
            name: null,
            page: shop,
            created_at: 1,
            seen_at: app.at.now + at + 1,
          })
          .compile(),
      ),
    )
    const last = await enter(await openBrowser(app))
    const { devices } = (await last.get('devices', last.token)).body
    expect(devices).toHaveLength(mostDevices)
    expect(devices.map(({ device }) => device)).toContain(phone.key.thumbprint)
    expect((await accessOf(app, phone)).pairs).toHaveLength(1)
  })

  it('T82: gives up the last way to a wallet after a proof of the last hour alone, here too', async () => {
    const app = await open()
    const { phone, device } = await openTheft(app)
    const { refresh } = await phone.logIn(ann)
    app.at.now += 3_600_001
    const { token } = (await phone.post('refresh', { refresh })).body
    const body = { device: phone.key.thumbprint }
    const late = await phone.post('devices/revoke', body, token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
    const call = { method: 'POST', path: 'custody/revoke', body, token, now: app.at.now }
    expect((await phone.key.send(app, call)).status).toBe(403)
    expect(device.account).toBe(phone.account)
    expect((await accessOf(app, phone)).pairs).toHaveLength(1)
  })
})
