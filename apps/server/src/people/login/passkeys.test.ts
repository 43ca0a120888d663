import { loginSessionSchema, postPasskeyOptions } from 'latchkey/services'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createWallet, deviceOf } from '../custody/wallet.fixture.ts'
import { type Authenticator, type CeremonyChange, makeAuthenticator } from './authenticator.fixture.ts'
import { type Browser, openBrowser, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'
const refused = { status: 401, body: { code: 'SIGN_IN_INVALID' } }

async function challengeOf(browser: Browser, purpose: string, token?: string): Promise<string> {
  const { body } = await browser.post('passkey/options', { purpose, page: shop }, token)
  return v.parse(postPasskeyOptions.response, body).challenge
}

async function register(browser: Browser, key: Authenticator, token?: string, change?: CeremonyChange) {
  const purpose = token === undefined ? 'create' : 'add'
  const credential = key.make(await challengeOf(browser, purpose, token), change)
  return browser.post('passkey', { purpose, page: shop, label: 'Phone', credential }, token)
}

async function logIn(browser: Browser, key: Authenticator, change?: CeremonyChange, token?: string) {
  const credential = key.use(await challengeOf(browser, 'login', token), change)
  return browser.post('passkey/login', { page: shop, credential }, token)
}

describe('a passkey', () => {
  it('makes an account, and logs in to it on any device', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const key = makeAuthenticator()
    const made = await register(phone, key)
    expect(made.status).toBe(200)
    const session = v.parse(loginSessionSchema, (made.body as unknown as { session: unknown }).session)
    expect(session).toMatchObject({ need: 'create', user: { email: null, provider: 'passkey' } })
    const device = deviceOf(app, phone.key, { account: session.user.account, token: session.token })
    await createWallet(device)
    // After a passkey, sensitive calls are allowed.
    expect((await device.call('POST', 'export', { cancel: false })).status).toBe(200)
    const laptop = await openBrowser(app)
    const there = await logIn(laptop, key, { topOrigin: shop, counter: 1 })
    expect(there.body).toMatchObject({ need: 'recover', user: { account: session.user.account } })
    const { passkeys } = (await laptop.get('passkeys', there.body.token)).body as unknown as {
      passkeys: unknown
    }
    expect(passkeys).toMatchObject([{ credential: key.id, label: 'Phone', isSynced: false }])
    expect(app.sink.mails).toEqual([])
  })

  it('is added to a freshly proven account, which is notified, and can then not join another', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    const key = makeAuthenticator()
    expect((await register(phone, key, token)).status).toBe(200)
    expect(await app.mailTo(ann)).toContain('It logs in to your account without an email')
    expect((await logIn(await openBrowser(app), key)).body.user).toMatchObject({
      account: user.account,
      email: ann,
      provider: 'passkey',
    })
    expect(await register(await openBrowser(app), key)).toMatchObject(refused)
    app.at.now += 300_001
    const late = await phone.post('passkey/options', { purpose: 'add', page: shop }, token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
    // Used again, it is proven again.
    const again = await logIn(phone, key, {}, token)
    expect((await register(phone, makeAuthenticator(), again.body.token)).status).toBe(200)
  })

  it('T80: shows the key to no caller in its first day on an account', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const { token, user } = await phone.logIn(ann)
    await createWallet(deviceOf(app, phone.key, { account: user.account, token }))
    const key = makeAuthenticator()
    app.at.now += 1_000
    await register(phone, key, token)
    const proofOf = async () => {
      const { body } = await logIn(phone, key)
      expect(body.user).toMatchObject({ account: user.account, provider: 'passkey' })
      const rows = await app.store.db.selectFrom('login_sessions').selectAll().execute()
      return rows.toSorted((a, b) => b.proved_at - a.proved_at)[0]?.proved_by
    }
    app.at.now += 1_000
    expect(await proofOf()).toBe('newPasskey')
    app.at.now += 86_400_000
    expect(await proofOf()).toBe('passkey')
  })

  it('T12: counts on the wallet’s origin, around it a page of the project, with its person verified', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const key = makeAuthenticator()
    const changes: readonly CeremonyChange[] = [
      { origin: 'https://evil.example' },
      { topOrigin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { flags: 0x01 },
      { type: 'webauthn.get' },
    ]
    for (const change of changes) expect(await register(phone, key, undefined, change)).toMatchObject(refused)
    expect((await register(phone, key)).status).toBe(200)
    for (const change of [...changes.slice(0, -1), { type: 'webauthn.create' }])
      expect(await logIn(phone, key, change)).toMatchObject(refused)
    // Nothing else that a ceremony gives is taken: it may be what opens the key.
    const credential = { ...key.use(await challengeOf(phone, 'login')), clientExtensionResults: { prf: {} } }
    expect((await phone.post('passkey/login', { page: shop, credential })).status).toBe(400)
  })

  it('T57: counts once for each challenge, for the device and the purpose that asked', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const key = makeAuthenticator()
    await register(phone, key)
    const challenge = await challengeOf(phone, 'login')
    const body = { page: shop, credential: key.use(challenge, { counter: 1 }) }
    const thief = await openBrowser(app)
    expect(await thief.post('passkey/login', body)).toMatchObject(refused)
    expect((await phone.post('passkey/login', body)).status).toBe(200)
    expect(await phone.post('passkey/login', body)).toMatchObject(refused)
    const other = key.use(await challengeOf(phone, 'create'), { counter: 2 })
    expect(await phone.post('passkey/login', { page: shop, credential: other })).toMatchObject(refused)
    const late = key.use(await challengeOf(phone, 'login'), { counter: 3 })
    app.at.now += 300_001
    expect(await phone.post('passkey/login', { page: shop, credential: late })).toMatchObject(refused)
    // A copy of it counts behind.
    expect(await logIn(phone, key, { counter: 1 })).toMatchObject(refused)
    expect((await logIn(phone, key, { counter: 2 })).status).toBe(200)
  })

  it("and its account's identity are written at once: a taken one leaves no account behind", async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const key = makeAuthenticator()
    expect((await register(phone, key)).status).toBe(200)
    const { compose, db, write } = app.store
    await write([compose.deleteFrom('login_identities').compile()])
    expect(await register(await openBrowser(app), key)).toMatchObject(refused)
    const count = (table: 'login_accounts' | 'login_identities') => db.selectFrom(table).selectAll().execute()
    expect(await count('login_accounts')).toHaveLength(1)
    expect(await count('login_identities')).toHaveLength(0)
  })

  it('is deleted, except the last identity of an account', async () => {
    const app = await open()
    const phone = await openBrowser(app)
    const [first, second] = [makeAuthenticator(), makeAuthenticator()]
    await register(phone, first)
    const { token } = (await logIn(phone, first)).body
    await register(phone, second, token)
    const remove = (credential: string) => phone.post('passkey/delete', { credential }, token)
    expect((await remove('c'.repeat(22))).body).toEqual({ deleted: false })
    // T82: its sessions end with it, and no others.
    const [thief, laptop] = [await openBrowser(app), await openBrowser(app)]
    const stolen = (await logIn(thief, first)).body
    const kept = (await logIn(laptop, second)).body
    expect((await remove(first.id)).body).toEqual({ deleted: true })
    expect(await thief.get('user', stolen.token)).toMatchObject(refused)
    expect((await laptop.get('user', kept.token)).status).toBe(200)
    expect((await phone.get('user', token)).status).toBe(200)
    expect(await remove(second.id)).toMatchObject({ status: 409, body: { code: 'LOGIN_LAST' } })
    expect(await logIn(phone, first)).toMatchObject(refused)
    expect((await logIn(phone, second)).status).toBe(200)
  })
})
