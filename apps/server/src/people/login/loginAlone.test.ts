import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createWallet,
  deviceOf,
  hexOf,
  makeFactor,
  ownerOf,
  release,
  xor,
} from '../custody/wallet.fixture.ts'
import { openBrowser, shop } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'

/** An account whose key and code are at its owner's phone, and a stranger's browser that a code has just let in. */
async function breakIn(environment: Readonly<Record<string, string>> = {}) {
  const app = await open(environment)
  const phone = await openBrowser(app)
  const { token: own, user } = await phone.logIn(ann)
  const { account } = user
  const owner = deviceOf(app, phone.key, { account, token: own })
  const entropy = randomBytes(32)
  const factor = makeFactor(entropy)
  const made = await createWallet(owner, [factor])
  const browser = await openBrowser(app)
  const session = await browser.logIn(ann)
  const thief = deviceOf(app, browser.key, { account, token: session.token })
  return { app, phone, made, factor, browser, session, thief, account }
}

describe('T38: a login alone, by a code that was guessed', () => {
  it.each(['sign', 'recovery', 'export'])('releases no key share to %s', async purpose => {
    const { thief, made } = await breakIn()
    const { status, body } = await release(thief, made, undefined, purpose)
    expect([status, body.half]).toEqual([purpose === 'export' ? 403 : 404, undefined])
  })

  it('stores no key share here, and makes no second wallet', async () => {
    const { thief, session } = await breakIn()
    expect(session.need).toBe('recover')
    const entropy = randomBytes(32)
    const pair = { epoch: 1, version: hexOf(16), half: hexOf(32) }
    const stored = await thief.call('POST', 'pair', thief.own('pair', entropy, pair))
    expect([stored.status, stored.body.code]).toEqual([403, 'CUSTODY_REFUSED'])
    const wallet = {
      commit: hexOf(16),
      owner: ownerOf(entropy).owner,
      version: hexOf(16),
      half: hexOf(32),
      factors: [],
    }
    const second = await thief.call('POST', 'wallet', thief.own('wallet', entropy, wallet))
    expect(second.body.code).toBe('CUSTODY_EXISTS')
  })

  it('adds and removes no recovery factor, and deletes no account before 72 hours', async () => {
    const { thief, browser, session, factor, account } = await breakIn()
    const entropy = randomBytes(32)
    const added = { factor: makeFactor(entropy).factor }
    const calls = [
      await thief.call('POST', 'recovery', thief.own('recovery', entropy, added)),
      await thief.call(
        'POST',
        'recovery/delete',
        thief.own('recovery/delete', entropy, { id: factor.factor.id }),
      ),
    ]
    expect(calls.map(({ body }) => body.code)).toEqual(['CUSTODY_REFUSED', 'CUSTODY_REFUSED'])
    const gone = await browser.post('delete', { account }, session.token)
    expect(gone.body).toMatchObject({ deleted: false, waits: { kind: 'account' } })
  })

  it('begins no wait after which the key is shown', async () => {
    const { app, thief, phone, account } = await breakIn()
    const asked = await thief.call('POST', 'export', { cancel: false })
    expect([asked.status, asked.body.code]).toEqual([403, 'CUSTODY_STEP_UP'])
    const { token } = await phone.logIn(ann)
    const owner = deviceOf(app, phone.key, { account, token })
    expect((await owner.call('POST', 'export', { cancel: false })).status).toBe(200)
  })

  it('adds no way to log in', async () => {
    const { browser, session } = await breakIn()
    const passkey = await browser.post('passkey/options', { purpose: 'add', page: shop }, session.token)
    expect([passkey.status, passkey.body.code]).toEqual([403, 'LOGIN_STEP_UP'])
  })

  it('recovers nothing: what it is given is noise without the secret, five times a day, and its owner hears of each', async () => {
    const { app, thief, factor, made } = await breakIn()
    const { body } = await thief.call('POST', 'recovery/release', { id: factor.factor.id })
    expect(body.open ?? null).toBeNull()
    expect(xor(Buffer.from(body.half, 'hex'), factor.own)).not.toEqual(made.entropy)
    expect(await app.mailTo(ann)).toContain('recover')
    for (let time = 0; time < 4; time++)
      expect((await thief.call('POST', 'recovery/release', { id: factor.factor.id })).status).toBe(200)
    const refused = await thief.call('POST', 'recovery/release', { id: factor.factor.id })
    expect(refused.body.code).toBe('CUSTODY_LIMIT')
  })

  it('sees who the account is, its devices and that there is a wallet, and none of its addresses', async () => {
    const { thief, browser, session } = await breakIn()
    const { body: user } = await browser.get('user', session.token)
    expect(Object.keys(user).toSorted()).toEqual(['device', 'need', 'user'])
    const { body } = await thief.call('GET', 'wallet')
    expect(Object.keys(body.wallet ?? {}).toSorted()).toEqual([
      'commit',
      'createdAt',
      'exportAt',
      'factors',
      'mode',
      'pairs',
      'passwordLocked',
    ])
    expect(JSON.stringify([user, body])).not.toMatch(/0x[0-9a-fA-F]{40}/)
    const { body: listed } = await browser.get('devices', session.token)
    expect(listed.devices).toHaveLength(2)
  })
})

describe('a device that holds the key', () => {
  it('adds a way to log in', async () => {
    const { phone } = await breakIn()
    const { token } = await phone.logIn(ann)
    const { status } = await phone.post('passkey/options', { purpose: 'add', page: shop }, token)
    expect(status).toBe(200)
  })

  it('is any device in custody mode operator, where a login opens the wallet', async () => {
    const { browser, session } = await breakIn({ CUSTODY_MODE: 'operator' })
    const { status } = await browser.post('passkey/options', { purpose: 'add', page: shop }, session.token)
    expect(status).toBe(200)
  })
})
