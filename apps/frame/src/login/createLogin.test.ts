import {
  getCustodyWallet,
  getLoginUser,
  postCustodyPair,
  postCustodyRefreshAck,
  postCustodyWallet,
  postEmailChange,
  postLoginCode,
  postLoginEmail,
  postLoginRefresh,
  postLoginResend,
  postLoginSignOut,
  postRecoveryRelease,
} from 'latchkey/services'
import { describe, expect, it } from 'vitest'
import { checked, otherCode } from '../../../server/src/people/login/login.fixture.ts'
import { openLogins } from '../../../server/src/people/login/openLogins.fixture.ts'
import { commitOf } from '../keys/commitOf.ts'
import { addFactor } from '../keys/recovery/addFactor.ts'
import { factorOf } from '../keys/recovery/makeFactor.ts'
import { keyOfCode, makeRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { refreshShares } from '../keys/refreshShares.ts'
import { signEvmDigest } from '../keys/signWith.ts'
import { encodeTransaction } from '../provider/evm/transaction.ts'
import { keptReceivers } from '../provider/kept.ts'
import { isPasskeyRefusal } from '../provider/refusal.ts'
import { keptLogin } from './keptLogin.ts'
import { type LoginBrowser, openLoginBrowser, protectByCode } from './login.fixture.ts'
import type { PasskeyBrowser } from './passkey/passkeyBrowser.ts'
import { makePocket } from './passkey/pocket.fixture.ts'

const open = openLogins()
const openAll = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'
const withCode = (code: string) => expect.objectContaining({ code })

const sign = async ({ login }: LoginBrowser) =>
  (await login.loggedIn())?.withKey('11'.repeat(32), (entropy, { eip155 }) =>
    signEvmDigest(entropy, new Uint8Array(32).fill(7), eip155),
  )

/** These passkeys in a browser that has no PRF: they log in there, and open nothing. */
const withoutSecret = (pocket: PasskeyBrowser): PasskeyBrowser => ({
  ...pocket,
  use: async asked => ({ ...(await pocket.use(asked)), secret: undefined }),
})

describe('SPEC §6: the type of account that a wallet is made with', () => {
  it('is the smart one where operations are carried, known to every browser, and none where they are not', async () => {
    const network = 'eip155:7121'
    for (const [variables, type] of [
      [
        {
          RPC_UPSTREAMS: JSON.stringify({ [network]: ['https://node.example'] }),
          BUNDLER_URLS: JSON.stringify({ [network]: ['https://bundler.example'] }),
        },
        'smartAccount',
      ],
      [{}, undefined],
    ] as const) {
      const app = await open(variables)
      const phone = await openLoginBrowser(app)
      await phone.enter(ann)
      expect((await phone.login.loggedIn())?.accountType).toBe(type)
      const code = await protectByCode(phone)
      const laptop = await openLoginBrowser(app)
      await laptop.enter(ann)
      await laptop.login.recover({ kind: 'code', code })
      await laptop.login.confirm()
      expect((await laptop.login.loggedIn())?.accountType).toBe(type)
    }
  })
})

describe('a login in the wallet’s page', () => {
  it('T79: signs nothing after a quarter of an hour idle, also after a reload, until its visitor proves themselves', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    app.at.now += 600_000
    expect(await sign(phone)).toBeDefined()
    // What it signed last counts as use.
    app.at.now += 600_000
    expect(await sign(phone)).toBeDefined()
    app.at.now += 900_000
    const tab = await openLoginBrowser(app, { of: phone })
    expect([await tab.login.check(), await (await tab.login.loggedIn())?.isLocked()]).toEqual([true, true])
    for (const each of [phone, tab]) await expect(sign(each)).rejects.toThrow(withCode('NOT_CONNECTED'))
    const sent = await tab.login.proof.sendCode()
    await tab.login.proof.enterCode(sent, await app.codeTo(ann))
    expect(await sign(phone)).toBeDefined()
  })

  it('leads from mail to link to code to a key, whose visitor protects it and recovers it elsewhere', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    expect(await phone.login.check()).toBe(false)
    expect(await phone.login.begin(` ${ann} `)).toBe('VERIFY_DEVICE')
    expect(phone.login.get()).toMatchObject({ at: 'device', email: ann, until: app.at.now + 30_000 })
    // The page around and the screen wait for one answer.
    const waiting = [phone.login.awaitDevice(), phone.login.awaitDevice()]
    await phone.approve(ann)
    expect(await Promise.all(waiting)).toEqual(['VERIFY_OTP', 'VERIFY_OTP'])
    expect(phone.calls.filter(path => path.endsWith('/device'))).toHaveLength(1)
    await phone.login.enterCode(await app.codeTo(ann))
    // It is there at once, and its visitor is asked to protect it.
    expect([phone.login.get().at, phone.told, await phone.login.check()]).toEqual(['keep', [true], true])
    expect(phone.login.get().at).toBe('keep')
    const code = await protectByCode(phone)
    expect([phone.login.get().at, phone.told]).toEqual(['in', [true]])
    const signature = await sign(phone)
    expect(signature).toBeDefined()
    expect(await phone.login.begin(ann)).toBe('CONNECT')

    const laptop = await openLoginBrowser(app)
    await laptop.enter(ann)
    expect(laptop.login.get()).toMatchObject({ at: 'recover', ways: ['code'] })
    await expect(laptop.login.recover({ kind: 'code', code: 'nothing' })).rejects.toThrow(withCode('text'))
    await expect(laptop.login.recover({ kind: 'code', code: '0'.repeat(26) })).rejects.toThrow(
      withCode('secret'),
    )
    expect(await laptop.login.loggedIn()).toBeUndefined()
    await laptop.login.recover({ kind: 'code', code: code.toLowerCase().replaceAll('-', ' ') })
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(signature)
  })

  it('leads from one mail with six digits to a session, and known browsers get eight', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    expect(await phone.login.begin(ann)).toBe('VERIFY_OTP')
    expect(phone.login.get()).toMatchObject({ at: 'code', form: 'short', email: ann })
    expect(await phone.login.awaitDevice()).toBe('VERIFY_OTP')
    app.at.now += 30_000
    await phone.login.resend()
    expect(phone.login.get()).toMatchObject({ at: 'code', form: 'short' })
    await phone.login.enterCode(await app.codeTo(ann))
    expect(phone.login.get().at).toBe('keep')
    app.at.now += 301_000
    await phone.login.signOut()
    await phone.login.begin(ann)
    expect(phone.login.get()).toMatchObject({ at: 'code', form: 'digits' })
  })

  it('a wallet that is protected later is opened by its own browser alone, and by others once it is', async () => {
    const app = await openAll()
    const passkeys = makePocket()
    const phone = await openLoginBrowser(app, { passkeys })
    await phone.enter(ann)
    await phone.login.settled()
    expect([phone.login.get().at, phone.told]).toEqual(['in', [true]])
    const signature = await sign(phone)
    expect(signature).toBeDefined()
    // The next page of that browser has it, and asks no more.
    const reloaded = await openLoginBrowser(app, { of: phone, passkeys })
    expect([await reloaded.login.check(), reloaded.login.get().at]).toEqual([true, 'in'])
    const laptop = await openLoginBrowser(app, { passkeys })
    await laptop.enter(ann)
    expect(laptop.login.get()).toMatchObject({ at: 'recover', ways: [] })
    // No second wallet is made there, and a proof of five minutes ago protects none.
    await expect(laptop.login.create()).resolves.toBeUndefined()
    await expect(protectByCode(laptop)).rejects.toThrow(withCode('recover'))
    app.at.now += 301_000
    await expect(protectByCode(phone)).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    await phone.login.proof.enterCode(await phone.login.proof.sendCode(), await app.codeTo(ann))
    expect(await phone.login.passkeys.add()).toBe(true)
    await laptop.login.check()
    await laptop.login.passkeys.recover()
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(signature)
  })

  it('a new wallet is asked about once: a card that was closed has put it off', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    expect(phone.login.get().at).toBe('keep')
    expect([await phone.login.begin(ann), phone.login.get().at]).toEqual(['CONNECT', 'in'])
  })

  it('a passkey that opens nothing leaves a new wallet to be protected another way', async () => {
    const app = await openAll()
    const phone = await openLoginBrowser(app, { passkeys: makePocket('none') })
    await phone.enter(ann)
    expect(await phone.login.passkeys.add()).toBe(false)
    expect(phone.login.get().at).toBe('keep')
    await protectByCode(phone)
    expect(phone.login.get().at).toBe('in')
  })

  it('F30: where storage is denied a passkey makes the wallet with one touch, and opens it on the next page', async () => {
    const app = await openAll()
    const passkeys = makePocket('at once')
    const phone = await openLoginBrowser(app, { keepsNothing: 'denied', passkeys })
    await phone.enter(ann)
    phone.losing.add(postCustodyWallet.path)
    await expect(phone.login.passkeys.add()).rejects.toThrow(withCode('offline'))
    expect(await phone.login.passkeys.add()).toBe(true)
    expect([phone.login.get().at, passkeys.asked]).toEqual(['in', ['make']])
    const next = await openLoginBrowser(app, { keepsNothing: 'denied', passkeys })
    await next.enter(ann)
    await next.login.passkeys.recover()
    await next.login.confirm()
    expect(await sign(next)).toEqual(await sign(phone))
  })

  it('F30: a login that is called off where storage is denied makes no wallet, and signs its visitor out', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app, { keepsNothing: 'denied' })
    await phone.enter(ann)
    await phone.login.cancel()
    expect(phone.login.get()).toEqual({ at: 'cancelled', before: 'create', email: ann })
    expect([await phone.store.read(keptLogin), phone.calls]).toEqual([
      undefined,
      expect.not.arrayContaining([postCustodyWallet.path]),
    ])
    await phone.enter(ann)
    await protectByCode(phone)
    const laptop = await openLoginBrowser(app)
    await laptop.enter(ann)
    await laptop.login.cancel()
    expect(laptop.login.get()).toEqual({ at: 'cancelled', before: 'recover', email: ann })
  })

  it('recognizes the browser again, and its key share is another one afterwards', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const shares = () => JSON.stringify([...phone.database.kept].filter(([name]) => name.startsWith('pair')))
    const before = shares()
    await phone.store.write(keptReceivers, [`0x${'1'.repeat(40)}`])
    await phone.login.signOut()
    expect([phone.told, await phone.store.read(keptReceivers), await phone.login.check()]).toEqual([
      [true, false],
      undefined,
      false,
    ])
    app.at.now += 301_000
    expect(await phone.login.begin(ann)).toBe('VERIFY_OTP')
    await phone.login.enterCode(await app.codeTo(ann))
    expect(phone.login.get().at).toBe('in')
    // A use of the key waits for its new shares; the account does not.
    expect(await sign(phone)).toBeDefined()
    expect(shares()).not.toBe(before)
  })

  it('reports a wrong code, a mail too soon, and a refused link', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    await expect(phone.login.begin('ann')).rejects.toThrow(withCode('INVALID_EMAIL'))
    await phone.login.begin(ann)
    await expect(phone.login.resend()).rejects.toThrow(withCode('EMAIL_COOLDOWN'))
    app.at.now += 30_000
    await phone.login.resend()
    await phone.approve(ann)
    await phone.login.awaitDevice()
    const code = await app.codeTo(ann)
    await expect(phone.login.enterCode(otherCode(code))).rejects.toThrow(withCode('EMAIL_CODE_INVALID'))
    expect(phone.login.get().at).toBe('code')
    await phone.login.enterCode(code)
    expect(phone.login.get().at).toBe('keep')
  })

  it('F34: wiped storage does not create a second wallet', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    const code = await protectByCode(phone)
    const { addresses } = (await phone.login.loggedIn()) ?? {}
    for (const name of phone.database.kept.keys()) phone.database.kept.delete(name)
    await phone.store.clear()
    const wiped = await openLoginBrowser(app, { of: phone })
    expect(await wiped.login.check()).toBe(false)
    await wiped.enter(ann)
    expect(wiped.login.get().at).toBe('recover')
    await wiped.login.recover({ kind: 'code', code })
    await wiped.login.confirm()
    expect((await wiped.login.loggedIn())?.addresses).toEqual(addresses)
  })

  it('F34: a key share lost beside its session is recovered, and the page hears that the visitor cannot sign', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    for (const name of [...phone.database.kept.keys()])
      if (name.startsWith('pair')) phone.database.kept.delete(name)
    expect([await phone.login.check(), phone.login.get().at]).toEqual([false, 'recover'])
    expect(await phone.login.begin(ann)).toBe('VERIFY_OTP')
  })

  it('reports a wallet that cannot be created', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    // A key that was deleted, of an account that was not.
    const { compose, write } = app.store
    await write([
      compose.updateTable('custody_wallets').set({ deleted_at: app.at.now, commit_mac: '' }).compile(),
      compose.deleteFrom('custody_pairs').compile(),
    ])
    expect([await phone.login.check(), phone.login.get().at]).toEqual([false, 'create'])
    await expect(phone.login.create()).rejects.toThrow(withCode('exists'))
  })

  it.each([
    ['F30', 'denied'],
    ['F31', 'full'],
  ] as const)('%s: in a browser whose storage is %s the wallet lives as long as the page', async (_, why) => {
    const app = await open()
    const phone = await openLoginBrowser(app, { keepsNothing: why })
    await phone.enter(ann)
    // A way back comes first: without one, nothing would open it on the next page.
    expect(phone.login.get()).toMatchObject({ at: 'create', by: 'page' })
    await expect(phone.login.create()).rejects.toThrow(withCode('recover'))
    await protectByCode(phone)
    expect([phone.login.memory, phone.database.kept.size]).toEqual(['page', 0])
    expect(await sign(phone)).toBeDefined()
  })

  it.each([2, -2])(
    'F38: on a machine whose clock is %i days off a visitor logs in, signs and returns',
    async days => {
      const app = await open()
      const phone = await openLoginBrowser(app, { ahead: days * 86_400_000 })
      await phone.enter(ann)
      await phone.login.settled()
      expect(await sign(phone)).toBeDefined()
      const reloaded = await openLoginBrowser(app, { of: phone, ahead: days * 86_400_000 })
      expect(await reloaded.login.check()).toBe(true)
      expect(await sign(reloaded)).toEqual(await sign(phone))
    },
  )

  it('F31: a browser with full storage continues with its earlier records', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const tab = await openLoginBrowser(app, { of: phone, keepsNothing: 'full' })
    expect([tab.login.memory, await tab.login.check()]).toEqual(['lasting', true])
    expect(await sign(tab)).toEqual(await sign(phone))
  })

  it('F41: a wallet with an unknown outcome of its creation is there at the next press, and no second one', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    phone.losing.add(postCustodyWallet.path)
    await phone.enter(ann)
    expect([phone.login.get(), phone.told]).toEqual([
      expect.objectContaining({ at: 'create', by: 'later' }),
      [],
    ])
    // Nor is it lost by a press that does not get through.
    phone.isOffline = true
    await expect(phone.login.create()).rejects.toThrow(withCode('offline'))
    phone.isOffline = false
    await phone.login.create()
    expect([phone.login.get().at, phone.told]).toEqual(['keep', [true]])
    const code = await protectByCode(phone)
    const laptop = await openLoginBrowser(app)
    await laptop.enter(ann)
    await laptop.login.recover({ kind: 'code', code })
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(await sign(phone))
  })

  it.each(['denied', 'full'] as const)(
    'F41: a code shown where storage is %s opens the wallet whose creation had an unknown outcome',
    async keepsNothing => {
      const app = await open()
      const phone = await openLoginBrowser(app, { keepsNothing })
      await phone.enter(ann)
      const way = { kind: 'code', code: makeRecoveryCode() } as const
      phone.losing.add(postCustodyWallet.path)
      await expect(phone.login.keep(way)).rejects.toThrow(withCode('offline'))
      phone.isOffline = true
      await expect(phone.login.keep(way)).rejects.toThrow(withCode('offline'))
      phone.isOffline = false
      await phone.login.keep(way)
      expect([phone.login.get().at, phone.told]).toEqual(['in', [true]])
      const laptop = await openLoginBrowser(app)
      await laptop.enter(ann)
      await laptop.login.recover(way)
      await laptop.login.confirm()
      expect(await sign(laptop)).toEqual(await sign(phone))
    },
  )

  it('T86: after the wallet moved to another origin, its visitor logs in there and recovers by code; the former origin is refused', async () => {
    const app = await openAll()
    const passkeys = makePocket()
    const phone = await openLoginBrowser(app, { passkeys })
    await phone.enter(ann)
    const code = await protectByCode(phone)
    await phone.login.passkeys.add('Key ring')
    const signature = await sign(phone)
    const moved = 'https://wallet.moved.example'
    app.restart({ FRAME_ORIGIN: moved })
    // Another origin has none of the storage, and its name none of the passkeys.
    const there = await openLoginBrowser(app, { passkeys, origin: moved })
    await there.enter(ann)
    expect(there.login.get()).toMatchObject({ at: 'recover', ways: expect.arrayContaining(['code']) })
    await expect(there.login.passkeys.logIn()).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    await there.login.recover({ kind: 'code', code })
    await there.login.confirm()
    expect(await sign(there)).toEqual(signature)
    const behind = await openLoginBrowser(app)
    await expect(behind.enter(ann)).rejects.toThrow()
    await expect(sign(phone)).rejects.toThrow()
  })

  it.each(['code', 'passkey'] as const)(
    'F37: created in two tabs it is one wallet, and the items stored in each recover it: a %s in the second one',
    async kind => {
      const app = await openAll()
      const passkeys = makePocket()
      const phone = await openLoginBrowser(app, { passkeys })
      await phone.login.passkeys.signUp()
      const tab = await openLoginBrowser(app, { of: phone })
      await tab.login.check()
      // Each is created by what that tab stores: a passkey in the one, a code in the other.
      const code = makeRecoveryCode()
      const acts = [() => phone.login.create(), () => tab.login.keep({ kind: 'code', code })]
      const [first, second] = kind === 'code' ? [phone, tab] : [tab, phone]
      for (const act of kind === 'code' ? acts : acts.reverse()) await act()
      expect([first, second].map(({ login }) => login.get().at)).toEqual(['in', 'in'])
      const signature = await sign(first)
      expect(await sign(second)).toEqual(signature)
      const laptop = await openLoginBrowser(app, { passkeys })
      await laptop.login.passkeys.logIn()
      await laptop.login.confirm()
      expect(await sign(laptop)).toEqual(signature)
      const other = await openLoginBrowser(app, { passkeys: withoutSecret(passkeys) })
      await other.login.passkeys.logIn()
      await other.login.confirm()
      await other.login.recover({ kind: 'code', code })
      await other.login.confirm()
      expect(await sign(other)).toEqual(signature)
    },
  )

  it("in the operator's mode a login is enough, and the page discloses it", async () => {
    const app = await open({ CUSTODY_MODE: 'operator' })
    const mode = 'operator'
    const phone = await openLoginBrowser(app, { mode })
    await phone.enter(ann)
    expect(phone.login.get()).toMatchObject({ at: 'create', by: 'operator' })
    await phone.login.create()
    const laptop = await openLoginBrowser(app, { mode })
    await laptop.enter(ann)
    expect(laptop.login.get().at).toBe('restored')
    await laptop.login.confirm()
    expect(laptop.login.get().at).toBe('in')
    expect(await sign(laptop)).toEqual(await sign(phone))
  })

  it("in the operator's mode a failed recovery succeeds at the next login, or on request", async () => {
    const app = await open({ CUSTODY_MODE: 'operator' })
    const mode = 'operator'
    const phone = await openLoginBrowser(app, { mode })
    await phone.enter(ann)
    await phone.login.create()
    const signature = await sign(phone)
    const laptop = await openLoginBrowser(app, { mode })
    laptop.losing.add(postRecoveryRelease.path)
    await laptop.enter(ann)
    const stuck = { at: 'recover', ways: ['operator'] }
    expect([laptop.login.get(), await laptop.login.check()]).toEqual([expect.objectContaining(stuck), false])
    expect(await laptop.login.begin(ann)).toBe('VERIFY_OTP')
    expect(laptop.login.get().at).toBe('restored')
    await laptop.login.confirm()
    expect(laptop.told).toEqual([true])
    expect(await sign(laptop)).toEqual(signature)
    // The key share was lost, and the session was not.
    for (const name of laptop.database.kept.keys())
      if (name.startsWith('pair')) laptop.database.kept.delete(name)
    expect([await laptop.login.check(), laptop.login.get()]).toEqual([false, expect.objectContaining(stuck)])
    await laptop.login.recover({ kind: 'operator' })
    await laptop.login.confirm()
    expect(await sign(laptop)).toEqual(signature)
  })
})

describe('S4: lying services', () => {
  /** Has them answer a new device with another wallet, of which they have the whole key. */
  async function swapWallet(phone: LoginBrowser, laptop: LoginBrowser): Promise<void> {
    const known = await phone.login.keys.client.call(getCustodyWallet)
    const [factor] = known.wallet?.factors ?? []
    if (known.wallet === null || factor === undefined) throw new Error('no wallet')
    const theirs = new Uint8Array(32).fill(7)
    const own = new Uint8Array(32).fill(5)
    const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const commit = commitOf(theirs, known.account)
    const operated = { ...factor, kind: 'operator', sealed: null, params: {} }
    laptop.answers.set(getCustodyWallet.path, {
      ...known,
      device: laptop.login.keys.device.device,
      wallet: { ...known.wallet, commit, mode: 'operator', pairs: [], factors: [operated] },
    })
    const half = toHex(theirs.map((byte, at) => byte ^ (own[at] ?? 0)))
    laptop.answers.set(postRecoveryRelease.path, { half, open: toHex(own), commit, left: 4 })
    laptop.answers.set(postCustodyPair.path, { epoch: 1 })
  }

  it('restore no wallet of theirs in the mode user: an operator factor is refused', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await protectByCode(phone)
    const laptop = await openLoginBrowser(app)
    await swapWallet(phone, laptop)
    await laptop.enter(ann)
    expect(laptop.login.get()).toMatchObject({ at: 'recover', ways: [] })
    await expect(laptop.login.recover({ kind: 'operator' })).rejects.toThrow(withCode('mode'))
    expect(laptop.calls).not.toContain(postRecoveryRelease.path)
    expect([...laptop.database.kept.keys()].filter(name => name.startsWith('pair'))).toEqual([])
    expect([await laptop.login.loggedIn(), laptop.told]).toEqual([undefined, []])
  })

  it.each([
    ['user', 'operator'],
    ['operator', 'user'],
  ] as const)('for a page of mode %s, in mode %s: no wallet is made or restored', async (mode, theirs) => {
    const app = await open({ CUSTODY_MODE: theirs })
    const page = await openLoginBrowser(app, { mode })
    await expect(page.enter(ann)).rejects.toThrow(withCode('mode'))
    expect(page.login.get().at).not.toBe('create')
    const first = await openLoginBrowser(app, { mode: theirs })
    await first.enter(ann)
    await first.login.create()
    const late = await openLoginBrowser(app, { mode })
    await expect(late.enter(ann)).rejects.toThrow(withCode('mode'))
    expect(late.calls).not.toContain(postRecoveryRelease.path)
    for (const each of [page, late]) expect(await each.login.loggedIn()).toBeUndefined()
  })

  it('a new device shows the restored address before it is used, also after a reload', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    const code = await protectByCode(phone)
    const { addresses } = (await phone.login.loggedIn()) ?? {}
    const laptop = await openLoginBrowser(app)
    await laptop.enter(ann)
    await laptop.login.recover({ kind: 'code', code: code.toLowerCase() })
    const smart = '0x3BEdc827071Ea4bA8f62475cBF603a8Cb1D45157'
    const asked: unknown[] = []
    const smartAddress = async (of: unknown) => {
      asked.push(of)
      return smart
    }
    const tab = await openLoginBrowser(app, { of: laptop, smartAddress })
    for (const each of [laptop, tab]) {
      const known = [await each.login.check(), await each.login.loggedIn(), each.told]
      expect(known).toEqual([false, undefined, []])
      expect(each.login.get()).toMatchObject({ at: 'restored', addresses, ...(each === tab && { smart }) })
    }
    expect(laptop.login.get()).not.toHaveProperty('smart')
    expect(asked[0]).toEqual(addresses)
    tab.isOffline = true
    expect([await tab.login.check(), await tab.login.loggedIn()]).toEqual([false, undefined])
    await laptop.login.confirm()
    expect([laptop.login.get().at, laptop.told]).toEqual(['in', [true]])
    expect(await sign(laptop)).toEqual(await sign(phone))
  })
})

describe('T82: an amount above the limit of a policy', () => {
  const networks = { 'eip155:1': { mostValue: '1000', passkeyAbove: '100' } }
  const policies = { CUSTODY_POLICIES: JSON.stringify({ shop: { networks } }) }

  it('asks for the passkey on the approval, and signs nothing without it', async () => {
    const app = await openAll(policies)
    const passkeys = makePocket()
    const phone = await openLoginBrowser(app, { passkeys })
    await phone.login.passkeys.signUp()
    await phone.login.create()
    const send = async (value: bigint) => {
      const bytes = encodeTransaction({
        chainId: 1n,
        nonce: 0n,
        gas: 21_000n,
        fee: { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
        to: `0x${'22'.repeat(20)}`,
        value,
        data: '0x',
      }).slice(2)
      const digest = await crypto.subtle.digest('SHA-256', Buffer.from(bytes, 'hex'))
      const request = Buffer.from(digest).toString('hex')
      const login = await phone.login.loggedIn()
      return login?.withKey(request, async () => 'signed', { is: 'transaction', bytes })
    }
    app.at.now += 120_000
    const before = passkeys.asked.length
    expect(await send(100n)).toBe('signed')
    expect(passkeys.asked).toHaveLength(before)
    expect(await send(101n)).toBe('signed')
    expect(passkeys.asked.slice(before)).toEqual(['use'])
    // Within the minute it is enough.
    expect(await send(101n)).toBe('signed')
    expect(passkeys.asked.slice(before)).toEqual(['use'])
    app.at.now += 60_001
    passkeys.isUnwilling = true
    await expect(send(101n)).rejects.toSatisfy(isPasskeyRefusal)
  })
})

describe('a late answer', () => {
  it('for a mistyped address does not lead the visitor back to it', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    const typo = phone.hold(postLoginEmail.path)
    const first = expect(phone.login.begin('anm@mail.example')).rejects.toThrow(withCode('RPC_ABORTED'))
    await typo.asked
    await phone.login.begin(ann)
    const state = phone.login.get()
    expect(state).toMatchObject({ at: 'device', email: ann })
    typo.release()
    await first
    expect(phone.login.get()).toBe(state)
    await phone.approve(ann)
    expect(await phone.login.awaitDevice()).toBe('VERIFY_OTP')
    await phone.login.enterCode(await app.codeTo(ann))
    expect(phone.login.get().at).toBe('keep')
  })

  it('for a mail requested too soon leaves the code in place', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    await phone.login.begin(ann)
    const late = phone.hold(postLoginResend.path)
    const again = expect(phone.login.resend()).rejects.toThrow(withCode('EMAIL_COOLDOWN'))
    await late.asked
    await phone.approve(ann)
    await phone.login.awaitDevice()
    late.release()
    await again
    expect(phone.login.get().at).toBe('code')
    expect(await phone.login.awaitDevice()).toBe('VERIFY_OTP')
    await phone.login.enterCode(await app.codeTo(ann))
    expect(phone.login.get().at).toBe('keep')
  })

  it('for the mail of an ended login ends no newer one', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    await phone.login.begin(ann)
    app.at.now += 3_600_000
    const late = phone.hold(postLoginResend.path)
    const again = expect(phone.login.resend()).rejects.toThrow(withCode('LOGIN_ENDED'))
    await late.asked
    await phone.login.begin(ann)
    const state = phone.login.get()
    late.release()
    await again
    expect([state.at, phone.login.get()]).toEqual(['device', state])
  })

  it('for a code of a locked address ends no newer login', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    const { change } = phone.login
    await phone.enter(ann)
    await phone.login.settled()
    app.at.now += 60_000
    await change.begin('ann@other.example')
    await change.enterCode(await app.codeTo(ann))
    await change.enterCode(await app.codeTo('ann@other.example'))
    const laptop = await openLoginBrowser(app)
    app.at.now += 60_000
    await laptop.login.begin(ann)
    await laptop.approve(ann)
    await laptop.login.awaitDevice()
    const late = laptop.hold(postLoginCode.path)
    const code = await app.codeTo(ann)
    const entering = expect(laptop.login.enterCode(code)).rejects.toThrow(withCode('LOGIN_ENDED'))
    await late.asked
    await laptop.login.begin('bob@mail.example')
    const state = laptop.login.get()
    late.release()
    await entering
    expect([state.at, laptop.login.get()]).toEqual(['device', state])
  })

  it('for a code logs in no visitor who has left, or begun another login, meanwhile', async () => {
    const app = await open(checked)
    for (const leave of [
      (phone: LoginBrowser) => phone.login.signOut(),
      (phone: LoginBrowser) => phone.login.begin('bob@mail.example'),
    ]) {
      const phone = await openLoginBrowser(app)
      app.at.now += 301_000
      await phone.login.begin(ann)
      await phone.approve(ann)
      await phone.login.awaitDevice()
      const late = phone.hold(postLoginCode.path)
      const entering = expect(phone.login.enterCode(await app.codeTo(ann))).rejects.toThrow(
        withCode('RPC_ABORTED'),
      )
      await late.asked
      await leave(phone)
      const state = phone.login.get()
      late.release()
      await entering
      expect([phone.login.get(), await phone.store.read(keptLogin)]).toEqual([state, undefined])
      // The unwanted session is ended.
      await expect.poll(() => phone.calls).toContain(postLoginSignOut.path)
    }
  })

  it('about the account logs in no visitor who has left meanwhile', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const laptop = await openLoginBrowser(app)
    app.at.now += 301_000
    const late = laptop.hold(getCustodyWallet.path)
    const entering = laptop.enter(ann)
    await late.asked
    await laptop.login.signOut()
    const state = laptop.login.get()
    late.release()
    await entering
    expect([state.at, laptop.login.get()]).toEqual(['out', state])
  })
})

describe('the session', () => {
  it('T56: is refreshed once for all tabs, before it expires and after it was refused', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const tab = await openLoginBrowser(app, { of: phone })
    const first = await phone.store.read(keptLogin)
    app.at.now += 550_000
    expect(await Promise.all([phone.login.check(), tab.login.check()])).toEqual([true, true])
    const refreshes = [...phone.calls, ...tab.calls].filter(path => path === postLoginRefresh.path)
    expect(refreshes).toHaveLength(1)
    const second = await phone.store.read(keptLogin)
    expect(second?.refresh).not.toBe(first?.refresh)
    // The clock of this browser is late: the services say so.
    if (second) await phone.store.write(keptLogin, { ...second, token: 'x'.repeat(43) })
    expect((await tab.login.sessions.client.call(getLoginUser)).user.email).toBe(ann)
  })

  it('T56: ends, with all its records, when its refresh was used elsewhere', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    await phone.store.write(keptReceivers, [`0x${'1'.repeat(40)}`])
    const stolen = await phone.store.read(keptLogin)
    app.at.now += 550_000
    expect(await phone.login.check()).toBe(true)
    await expect(
      phone.login.sessions.bare.call(postLoginRefresh, { refresh: stolen?.refresh ?? '' }),
    ).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    expect(await phone.login.check()).toBe(false)
    expect([await phone.store.read(keptLogin), await phone.store.read(keptReceivers)]).toEqual([
      undefined,
      undefined,
    ])
    expect([phone.told.at(-1), phone.login.get()]).toEqual([false, { at: 'out' }])
  })

  it('ends at once on sign-out, whatever the services have not answered, and does not return', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const tab = await openLoginBrowser(app, { of: phone })
    app.at.now += 550_000
    const late = tab.hold(postLoginRefresh.path)
    const checking = tab.login.check()
    await late.asked
    const leaving = phone.login.signOut()
    await expect.poll(() => phone.store.read(keptLogin)).toBeUndefined()
    late.release()
    await leaving
    expect([await checking, await phone.store.read(keptLogin)]).toEqual([false, undefined])
    expect([phone.told, tab.told]).toEqual([[true, false], []])
    // The services hear that it is over from both: the one has its refresh, the other the next one.
    for (const { calls } of [phone, tab]) await expect.poll(() => calls).toContain(postLoginSignOut.path)
  })

  it('ends here though the services never answer its end', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    const goodbye = phone.hold(postLoginSignOut.path)
    await phone.login.signOut()
    expect(await phone.store.read(keptLogin)).toBeUndefined()
    goodbye.release()
  })

  it('T45: whose browser the mailbox does not know any more has to log in anew to prove its visitor', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    const expiresAt = new Date(app.at.now + 600_000).toISOString()
    const step = { flow: 'a'.repeat(22), form: 'digits', expiresAt }
    phone.answers.set(postLoginEmail.path, { action: 'VERIFY_DEVICE', match: '07', ...step })
    await expect(phone.login.proof.sendCode()).rejects.toMatchObject({ code: 'LOGIN_STEP_UP' })
  })

  it('stays valid while the services are unreachable', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    phone.isOffline = true
    expect(await phone.login.check()).toBe(true)
    // Also in a page loaded meanwhile: its settings would close without a login.
    const tab = await openLoginBrowser(app, { of: phone })
    tab.isOffline = true
    expect([await tab.login.check(), tab.login.get()]).toEqual([true, phone.login.get()])
    await phone.login.signOut()
    expect(await phone.login.check()).toBe(false)
  })

  it('stays valid while the services are busy', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    phone.isBusy = true
    expect(await phone.login.check()).toBe(true)
  })

  it('is checked without taking a pending login off its screen', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    await phone.login.begin('bob@mail.example')
    const { at } = phone.login.get()
    expect(['device', 'code']).toContain(at)
    expect(await phone.login.check()).toBe(true)
    expect(phone.login.get().at).toBe(at)
    // Nor where it turns out to be over.
    const kept = await phone.store.read(keptLogin)
    await phone.login.sessions.bare.call(postLoginSignOut, { refresh: kept?.refresh ?? '' })
    expect([await phone.login.check(), await phone.store.read(keptLogin)]).toEqual([false, undefined])
    expect([phone.login.get().at, phone.told.at(-1)]).toEqual([at, false])
  })

  it('ends in a tab that hears so from another one, except for a pending login', async () => {
    const app = await open(checked)
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const tab = await openLoginBrowser(app, { of: phone })
    await tab.login.check()
    await phone.login.signOut()
    tab.login.ended()
    expect(tab.login.get()).toEqual({ at: 'out' })
    app.at.now += 301_000
    await tab.login.begin('bob@mail.example')
    tab.login.ended()
    expect(tab.login.get().at).toBe('device')
  })

  it("of one visitor does not become the next visitor's", async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    await phone.store.write(keptReceivers, [`0x${'1'.repeat(40)}`])
    await phone.enter('bob@mail.example')
    expect(phone.login.get()).toMatchObject({ at: 'keep', user: { email: 'bob@mail.example' } })
    expect(await phone.store.read(keptReceivers)).toBeUndefined()
    const session = await phone.store.read(keptLogin)
    // The previous one is over at the services as well.
    await expect
      .poll(() => app.store.db.selectFrom('login_sessions').select('account_id').execute())
      .toEqual([{ account_id: session?.user.account }])
  })
})

describe('two visitors in two tabs of one browser', () => {
  const bob = 'bob@mail.example'
  const sharesOf = ({ database }: LoginBrowser) =>
    [...database.kept.keys()].filter(name => name.startsWith('pair'))

  /** A browser in which both have a wallet, logged in as Ann, and her account. */
  async function openShared(): Promise<{
    app: Awaited<ReturnType<typeof open>>
    phone: LoginBrowser
    account: string
  }> {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(bob)
    await phone.login.settled()
    await phone.login.signOut()
    await phone.enter(ann)
    await phone.login.settled()
    const account = (await phone.store.read(keptLogin))?.user.account ?? ''
    return { app, phone, account }
  }

  it('an answer about the previous visitor does not overwrite the next one, and shows no other wallet', async () => {
    const { app, phone, account } = await openShared()
    const tab = await openLoginBrowser(app, { of: phone })
    const held = tab.hold(getLoginUser.path)
    const checking = tab.login.check()
    await held.asked
    await phone.login.signOut()
    await phone.enter(bob)
    held.release()
    expect(await checking).toBe(true)
    for (const { login } of [tab, phone]) {
      expect((await login.sessions.read())?.user.email).toBe(bob)
      expect((await login.loggedIn())?.account).not.toBe(account)
      expect(login.get()).toMatchObject({ at: 'in', user: { email: bob } })
    }
    expect(await sign(tab)).toBeDefined()
  })

  it("a request of the previous visitor is not repeated with the next one's session", async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    const anns = await phone.store.read(keptLogin)
    await phone.enter(bob)
    const bobs = await phone.store.read(keptLogin)
    if (!anns || !bobs) throw new Error('nobody is logged in')
    await phone.store.write(keptLogin, { ...anns, expiresAt: new Date(app.at.now).toISOString() })
    const turn = Promise.withResolvers<void>()
    const others = navigator.locks.request('latchkey login', () => turn.promise)
    const asking = expect(phone.login.sessions.client.call(getLoginUser)).rejects.toThrow(
      withCode('SIGN_IN_INVALID'),
    )
    await expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(1)
    await phone.store.write(keptLogin, bobs)
    turn.resolve()
    await Promise.all([others, asking])
    expect(await phone.login.sessions.client.call(getLoginUser)).toMatchObject({ user: { email: bob } })
  })

  it("T82: the previous visitor's key share stays, whatever is requested for it with the next one's session", async () => {
    const { app, phone, account } = await openShared()
    const tab = await openLoginBrowser(app, { of: phone })
    await tab.login.check()
    const signature = await sign(tab)
    const who = await tab.login.loggedIn()
    await phone.login.signOut()
    await phone.enter(bob)
    const ask = () => who?.withKey('11'.repeat(32), async () => 'signed')
    await expect(ask()).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    const make = factorOf('code', await keyOfCode(makeRecoveryCode(), account))
    await expect(addFactor(tab.login.keys, { account, make })).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    expect(sharesOf(phone)).toHaveLength(2)
    await phone.login.signOut()
    await phone.enter(ann)
    expect(await sign(phone)).toEqual(signature)
  })

  it("F41: a key with an unknown outcome is not created again with the next visitor's session", async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    phone.losing.add(postCustodyWallet.path)
    await phone.enter(ann)
    const tab = await openLoginBrowser(app, { of: phone })
    await tab.enter(bob)
    await expect(phone.login.create()).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    await tab.enter(ann)
    expect(tab.login.get()).toMatchObject({ at: 'in', user: { email: ann } })
    expect(await sign(tab)).toBeDefined()
  })

  it("F37: a refreshed share whose answer was lost is not dropped on the next visitor's word", async () => {
    const { app, phone, account } = await openShared()
    const signature = await sign(phone)
    phone.losing.add(postCustodyRefreshAck.path)
    await expect(refreshShares(phone.login.keys, { account })).rejects.toThrow(withCode('offline'))
    const tab = await openLoginBrowser(app, { of: phone })
    await tab.enter(bob)
    await expect(refreshShares(phone.login.keys, { account })).rejects.toThrow(withCode('SIGN_IN_INVALID'))
    await tab.enter(ann)
    expect(await sign(phone)).toEqual(signature)
  })
})

describe('a change of address', () => {
  const next = 'ann@other.example'

  it('T45: is hidden once its visitor left, also when an answer to it comes late', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    const { login } = phone
    await phone.enter(ann)
    app.at.now += 60_000
    await login.change.begin(next)
    expect(login.change.get()).toMatchObject({ at: 'primary', next })
    await login.signOut()
    expect(login.change.get()).toEqual({ at: 'none' })
    await phone.enter(ann)
    app.at.now += 240_000
    const late = phone.hold(postEmailChange.path)
    const beginning = login.change.begin(next)
    await late.asked
    await login.signOut()
    late.release()
    await beginning
    expect(login.change.get()).toEqual({ at: 'none' })
  })

  it('T45: takes a code at each address; an older login is proven first, and mails keep their pause', async () => {
    const app = await open()
    const phone = await openLoginBrowser(app)
    await phone.enter(ann)
    await phone.login.settled()
    const { change } = phone.login
    await expect(change.begin('ann')).rejects.toThrow(withCode('INVALID_EMAIL'))
    app.at.now += 301_000
    await expect(change.begin('ann')).rejects.toThrow(withCode('INVALID_EMAIL'))
    expect([await change.begin(next), change.get()]).toEqual(['VERIFY_PRIMARY_OTP', { at: 'prove', next }])
    const { proof } = phone.login
    await proof.enterCode(await proof.sendCode(), await app.codeTo(ann))
    await change.proven()
    expect(change.get()).toMatchObject({ at: 'wait', next })
    await expect(change.begin(next)).rejects.toThrow(withCode('EMAIL_COOLDOWN'))
    app.at.now += 60_000
    expect(await change.begin(next)).toBe('VERIFY_PRIMARY_OTP')
    const code = await app.codeTo(ann)
    await expect(change.enterCode(otherCode(code))).rejects.toThrow(withCode('EMAIL_CODE_INVALID'))
    await change.enterCode(code)
    expect(change.get()).toMatchObject({ at: 'secondary', email: next })
    await change.enterCode(await app.codeTo(next))
    expect([change.get().at, phone.login.get()]).toEqual([
      'done',
      expect.objectContaining({ at: 'in', user: expect.objectContaining({ email: next }) }),
    ])
    expect([(await phone.store.read(keptLogin))?.user.email, await phone.login.check()]).toEqual([next, true])
  })

  it('T45: without an address sends no mail before its owner is proven, and touches no other account known here', async () => {
    const app = await openAll()
    const phone = await openLoginBrowser(app)
    const { change, passkeys, proof, sessions } = phone.login
    await phone.enter(ann)
    await phone.login.signOut()
    await passkeys.signUp()
    await phone.login.settled()
    const user = (await sessions.read())?.user
    if (!user) throw new Error('nobody is logged in')
    app.at.now += 301_000
    // An address that was theirs, and is another account's by now.
    const gone = { kind: 'email', issuer: 'email', label: ann, createdAt: user.createdAt } as const
    await sessions.update({ user: { ...user, email: ann, identities: [...user.identities, gone] } })
    const entered = proof.enterCode(await proof.sendCode(), await app.codeTo(ann))
    await expect(entered).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    expect((await sessions.read())?.user.account).toBe(user.account)
    // As a provider would say it.
    await sessions.update({ user: { ...user, email: ann } })
    app.at.now += 301_000
    const sent = app.sink.mails.length
    await change.begin(next)
    expect([change.get().at, app.sink.mails.length, await proof.ways()]).toEqual(['prove', sent, ['passkey']])
    await proof.byPasskey()
    await change.proven()
    expect(change.get()).toMatchObject({ at: 'secondary', email: next })
    await change.enterCode(await app.codeTo(next))
    expect((await sessions.read())?.user).toMatchObject({ account: user.account, email: next })
    // For a day no proof helps, and none is asked.
    app.at.now += 301_000
    await expect(change.begin('ann@third.example')).rejects.toThrow(withCode('LOGIN_STEP_UP'))
  })
})
