import {
  getCustodyWallet,
  postLoginSignOut,
  postPasskeyLogin,
  postPasskeyRegister,
  postRecoveryFactor,
} from 'latchkey/services'
import { describe, expect, it } from 'vitest'
import { openLogins } from '../../../../server/src/people/login/openLogins.fixture.ts'
import { signEvmDigest } from '../../keys/signWith.ts'
import { keptLogin } from '../keptLogin.ts'
import { type LoginBrowser, openLoginBrowser, protectByCode } from '../login.fixture.ts'
import { makePocket } from './pocket.fixture.ts'

const open = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'
const withCode = (code: string) => expect.objectContaining({ code })
const sign = async ({ login }: LoginBrowser) =>
  (await login.loggedIn())?.withKey('11'.repeat(32), (entropy, { eip155 }) =>
    signEvmDigest(entropy, new Uint8Array(32).fill(7), eip155),
  )

describe('a passkey in the wallet’s page', () => {
  it.each(['at once', 'when used'] as const)(
    'creates an account, and its PRF (reported: %s) opens the wallet in any browser, with no code',
    async prf => {
      const app = await open()
      const passkeys = makePocket(prf)
      const phone = await openLoginBrowser(app, { passkeys })
      expect(await phone.login.passkeys.signUp()).toBe(false)
      expect(phone.login.get()).toMatchObject({
        at: 'create',
        by: 'passkey',
        user: { email: null, provider: 'passkey' },
      })
      await phone.login.create()
      expect(phone.told).toEqual([true])
      const signature = await sign(phone)
      expect(signature).toBeDefined()
      expect(passkeys.asked).toEqual(prf === 'at once' ? ['make'] : ['make', 'use'])
      const laptop = await openLoginBrowser(app, { passkeys })
      expect(await laptop.login.passkeys.logIn()).toBe(false)
      expect(laptop.login.get().at).toBe('restored')
      await laptop.login.confirm()
      expect([await sign(laptop), laptop.told]).toEqual([signature, [true]])
      // One ceremony was enough for both.
      expect(passkeys.asked.slice(-1)).toEqual(['use'])
      expect(await phone.login.passkeys.list()).toMatchObject([{ opens: true }])
    },
  )

  it('without a PRF only logs in; a code recovers the wallet', async () => {
    const app = await open()
    const passkeys = makePocket('none')
    const phone = await openLoginBrowser(app, { passkeys })
    await phone.login.passkeys.signUp()
    expect(phone.login.get()).toMatchObject({ at: 'keep' })
    const code = await protectByCode(phone)
    expect(await phone.login.passkeys.list()).toMatchObject([{ opens: false }])
    const laptop = await openLoginBrowser(app, { passkeys })
    expect(await laptop.login.passkeys.logIn()).toBe(false)
    expect(laptop.login.get()).toMatchObject({ at: 'recover', ways: ['code'] })
    await expect(laptop.login.passkeys.recover()).rejects.toThrow(withCode('closed'))
    await laptop.login.recover({ kind: 'code', code })
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(await sign(phone))
  })

  it('is added by a freshly proven visitor, opens the wallet after a login by email, and is removed', async () => {
    const app = await open()
    const passkeys = makePocket()
    const phone = await openLoginBrowser(app, { passkeys })
    await phone.enter(ann)
    await protectByCode(phone)
    expect(await phone.login.passkeys.add('Key ring')).toBe(true)
    await expect(phone.login.passkeys.add()).rejects.toThrow(withCode('known'))
    const [own] = await phone.login.passkeys.list()
    expect(own).toMatchObject({ label: 'Key ring', opens: true })

    const laptop = await openLoginBrowser(app, { passkeys })
    await laptop.enter(ann)
    expect(laptop.login.get()).toMatchObject({
      at: 'recover',
      ways: expect.arrayContaining(['code', 'passkey']),
    })
    passkeys.isUnwilling = true
    await expect(laptop.login.passkeys.recover()).rejects.toThrow(withCode('cancelled'))
    passkeys.isUnwilling = false
    await laptop.login.passkeys.recover()
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(await sign(phone))

    app.at.now += 301_000
    // As of a window, which is not given back until it was of use.
    const by = makePocket()
    await expect(laptop.login.passkeys.add('Phone', by)).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    const [{ credential } = { credential: '' }] = await laptop.login.passkeys.list()
    await expect(laptop.login.passkeys.delete(credential)).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    await expect(laptop.login.passkeys.add()).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    expect(await laptop.login.passkeys.prove()).toBe(true)
    expect(await laptop.login.passkeys.add('Phone', by)).toBe(true)
    const all = await laptop.login.passkeys.list()
    expect(all.map(({ label }) => label)).toEqual(['Key ring', 'Phone'])
    await laptop.login.passkeys.delete(all.at(-1)?.credential ?? '')
    await laptop.login.passkeys.delete(credential)
    expect(await laptop.login.passkeys.list()).toEqual([])
    const tablet = await openLoginBrowser(app, { passkeys })
    await expect(tablet.login.passkeys.logIn()).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    await tablet.enter(ann)
    expect(tablet.login.get()).toMatchObject({ at: 'recover', ways: ['code'] })
  })

  it.each(['never arrived', 'was not heard of'] as const)(
    'opens the wallet with the next try where its share by %s, without being created or used again',
    async what => {
      const app = await open()
      const passkeys = makePocket()
      const phone = await openLoginBrowser(app, { passkeys })
      await phone.enter(ann)
      await protectByCode(phone)
      const { path } = postRecoveryFactor
      if (what === 'never arrived') phone.answers.set(path, { nonsense: true })
      else phone.losing.add(path)
      await expect(phone.login.passkeys.add('Key ring')).rejects.toThrow(withCode('offline'))
      phone.answers.clear()
      const asked = [...passkeys.asked]
      expect(await phone.login.passkeys.add('Key ring')).toBe(true)
      expect(passkeys.asked).toEqual(asked)
      expect(await phone.login.passkeys.list()).toMatchObject([{ label: 'Key ring', opens: true }])
      const { wallet } = await phone.login.keys.client.call(getCustodyWallet)
      expect(wallet?.factors.map(({ kind }) => kind).sort()).toEqual(['code', 'passkey'])
      await expect(phone.login.passkeys.add()).rejects.toThrow(withCode('known'))
      const laptop = await openLoginBrowser(app, { passkeys })
      expect(await laptop.login.passkeys.logIn()).toBe(false)
      expect(laptop.login.get().at).toBe('restored')
    },
  )

  it('added and deleted before it opened anything is another one the next time', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await protectByCode(phone)
    phone.answers.set(postRecoveryFactor.path, { nonsense: true })
    await expect(phone.login.passkeys.add('Lost')).rejects.toThrow(withCode('offline'))
    phone.answers.clear()
    const [lost] = await phone.login.passkeys.list()
    await phone.login.passkeys.delete(lost?.credential ?? '')
    expect(await phone.login.passkeys.add('Key ring')).toBe(true)
    expect(await phone.login.passkeys.list()).toMatchObject([{ label: 'Key ring', opens: true }])
  })

  it.each([
    ['used to log in', postPasskeyLogin.path, ({ passkeys }: LoginBrowser['login']) => passkeys.logIn()],
    ['made', postPasskeyRegister.path, ({ passkeys }: LoginBrowser['login']) => passkeys.signUp()],
  ])(
    'that was %s logs in no visitor who has left, or begun another login, meanwhile',
    async (_, path, enter) => {
      const app = await open()
      const passkeys = makePocket()
      await (await openLoginBrowser(app, { passkeys })).login.passkeys.signUp()
      for (const leave of [
        (phone: LoginBrowser) => phone.login.signOut(),
        (phone: LoginBrowser) => phone.login.begin(ann),
      ]) {
        app.at.now += 301_000
        const phone = await openLoginBrowser(app, { passkeys })
        const late = phone.hold(path)
        const entering = expect(enter(phone.login)).rejects.toThrow(withCode('RPC_ABORTED'))
        await late.asked
        await leave(phone)
        const state = phone.login.get()
        late.release()
        await entering
        expect([phone.login.get(), await phone.store.read(keptLogin)]).toEqual([state, undefined])
        // The unwanted session is ended.
        await expect.poll(() => phone.calls).toContain(postLoginSignOut.path)
      }
    },
  )

  it('used as a proof logs in no visitor who has left meanwhile', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.login.passkeys.signUp()
    await phone.login.create()
    const late = phone.hold(postPasskeyLogin.path)
    const proving = expect(phone.login.proof.byPasskey()).rejects.toThrow(withCode('RPC_ABORTED'))
    await late.asked
    await phone.login.signOut()
    late.release()
    await proving
    expect([phone.login.get(), await phone.store.read(keptLogin)]).toEqual([{ at: 'out' }, undefined])
  })

  it('§3.2: replaces a lost mailbox seven days later; the old one gets no code, and a notice', async () => {
    const [app, next, days] = [await open(), 'ann@other.example', 86_400_000]
    const phone = await openLoginBrowser(app, { passkeys: makePocket() })
    await phone.enter(ann)
    await protectByCode(phone)
    const { passkeys, change, sessions } = phone.login
    app.at.now += 1_000
    await passkeys.add()
    await passkeys.prove()
    // One that came to the account today proves no more than the mailbox does.
    await expect(change.beginLost(next)).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    app.at.now += 2 * days
    await passkeys.prove()
    await change.beginLost(` ${next} `)
    expect(change.get()).toMatchObject({ at: 'secondary', email: next, isLost: true })
    app.at.now += 61_000
    await change.again()
    await change.enterCode(await app.codeTo(next))
    expect([change.get().at, (await sessions.read())?.user]).toEqual([
      'done',
      expect.objectContaining({
        email: ann,
        pendingEmail: expect.objectContaining({ to: 'a…@other.example' }),
      }),
    ])
    expect(await app.mailTo(ann)).toContain('this mailbox is lost')
    app.at.now += 7 * days
    await passkeys.logIn()
    await change.finish(false)
    expect(phone.login.get()).toMatchObject({ at: 'in', user: { email: next } })
    expect((await sessions.read())?.user).not.toHaveProperty('pendingEmail')
  })
})
