import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { getLoginDevices, postCustodyExport, postLoginDelete } from 'latchkey/services'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { LoginApp } from '../../../server/src/people/login/login.fixture.ts'
import { openLogins } from '../../../server/src/people/login/openLogins.fixture.ts'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import { addressesOf } from '../keys/derive/addressesOf.ts'
import { fromWords } from '../keys/derive/words.ts'
import { addFactor, deleteFactor } from '../keys/recovery/addFactor.ts'
import { factorOf } from '../keys/recovery/makeFactor.ts'
import { keyOfCode, makeRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { type LoginBrowser, openLoginBrowser, protectByCode } from '../login/login.fixture.ts'
import { canShowKey } from './canShowKey.ts'
import { deleteAccount } from './deleteAccount.ts'
import { exportKit, exportWords } from './exportKey.ts'
import { isDue, keepOf } from './keepOf.ts'
import { endOtherSessions, leaveEverywhere, revokeDevice } from './leaveEverywhere.ts'
import { type Facts, readFacts } from './readFacts.ts'
import { putAwayReminder, readReminder } from './readReminder.ts'
import { reminderOf } from './reminderOf.ts'

const open = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'
const withCode = (code: string) => expect.objectContaining({ code })

/** A browser in which Ann has a wallet, and its recovery code. */
async function openPhone(app: LoginApp): Promise<LoginBrowser & { readonly code: string }> {
  const phone = await openLoginBrowser(app)
  await phone.enter(ann)
  return Object.assign(phone, { code: await protectByCode(phone) })
}

/** Another one, by the code. */
async function openLaptop(app: LoginApp, code: string): Promise<LoginBrowser> {
  const laptop = await openLoginBrowser(app)
  await laptop.enter(ann)
  await laptop.login.recover({ kind: 'code', code })
  await laptop.login.confirm()
  return laptop
}

it.each<readonly [Pick<Facts, 'mode'> & { kinds: Facts['factors'][number]['kind'][] }, unknown, unknown]>([
  [{ mode: 'user', kinds: [] }, 'none', undefined],
  [{ mode: 'user', kinds: ['passkey'] }, 'passkey', undefined],
  [{ mode: 'user', kinds: ['code', 'passkey', 'code'] }, undefined, ['passkey', 'code']],
  [{ mode: 'user', kinds: ['password'] }, undefined, ['password']],
  [{ mode: 'operator', kinds: ['code', 'operator'] }, undefined, undefined],
])('a wallet with %j gets the reminder %s; to store: %j', ({ mode, kinds }, reminder, keep) => {
  const factors = kinds.map(kind => ({ id: kind, kind, label: null, createdAt: '', usedAt: null }))
  expect([reminderOf({ mode, factors }), keepOf({ mode, factors })]).toEqual([reminder, keep])
})

it.each([
  ['2026-11-14T09:00:00.001Z', false],
  ['2026-11-14T09:00:00.000Z', true],
  ['2026-08-01T00:00:00.000Z', true],
])('a wallet created at %s gets the list to store on 21 November: %s', (createdAt, isTold) => {
  expect(isDue({ createdAt }, Date.parse('2026-11-21T09:00:00.000Z'))).toBe(isTold)
})

it.each<readonly [string, string[], boolean]>([
  ['there is none', [], false],
  ['it was added a moment ago', ['2026-11-21T08:59:59.000Z'], false],
  ['it was added a day ago', ['2026-11-20T09:00:00.000Z'], true],
  ['one of two is old', ['2026-11-21T08:00:00.000Z', '2026-11-01T09:00:00.000Z'], true],
  ['the account began with it', ['2026-11-21T07:00:00.000Z'], true],
])('T80: whether a passkey shows the key where %s', (_, times, isEnough) => {
  const user = { createdAt: '2026-11-21T07:00:00.000Z' } as Facts['user']
  const now = Date.parse('2026-11-21T09:00:00.000Z')
  expect(times.some(createdAt => canShowKey({ createdAt }, user, now))).toBe(isEnough)
})

it('the list to store shows for a wallet a week old until it was read, also after a new login (§2.6)', async () => {
  const app = await open()
  const { login, enter } = await openPhone(app)
  const made = app.at.now
  const week = made + 604_800_000
  expect(await readReminder(login, made)).toEqual({ reminder: null })
  expect(await readReminder(login, week)).toEqual({ reminder: null, keep: ['code'] })
  await putAwayReminder(login)
  expect(await readReminder(login, week)).toEqual({ reminder: null })
  await login.signOut()
  await expect(readReminder(login, week)).rejects.toMatchObject({ code: 'NOT_EMBEDDED' })
  await expect(putAwayReminder(login)).rejects.toMatchObject({ code: 'NOT_EMBEDDED' })
  await enter(ann)
  expect(await readReminder(login, week)).toEqual({ reminder: null })
})

describe('the settings', () => {
  it('list the logged-in browsers, and revoke one at once (T82)', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const laptop = await openLaptop(app, phone.code)
    const facts = await readFacts(phone.login)
    expect(facts).toMatchObject({
      user: { email: ann },
      mode: 'user',
      passkeys: [],
      factors: [{ kind: 'code' }],
    })
    expect(facts.devices).toHaveLength(2)
    expect(facts.devices.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ canSign: true }])
    const other = facts.devices.find(({ isCurrent }) => !isCurrent)
    if (!other) throw new Error('no other')
    app.at.now += 3_601_000
    await expect(revokeDevice(phone.login, other)).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    const sent = await phone.login.proof.sendCode()
    expect([sent.email, await phone.login.proof.ways()]).toEqual([ann, ['code']])
    await phone.login.proof.enterCode(sent, await app.codeTo(ann))
    await revokeDevice(phone.login, other)
    expect([await laptop.login.check(), laptop.told.at(-1)]).toEqual([false, false])
    expect((await readFacts(phone.login)).devices).toHaveLength(1)
  })

  it('add a code that is valid at once, log out everywhere, and leave this browser known', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const next = makeRecoveryCode()
    const { account } = (await readFacts(phone.login)).user
    await addFactor(phone.login.keys, { account, make: factorOf('code', await keyOfCode(next, account)) })
    const laptop = await openLaptop(app, phone.code)
    expect((await readFacts(phone.login)).factors).toHaveLength(2)
    await leaveEverywhere(phone.login)
    expect([await phone.login.check(), await laptop.login.check()]).toEqual([false, false])
    app.at.now += 301_000
    expect(await phone.login.begin(ann)).toBe('VERIFY_OTP')
    await phone.login.enterCode(await app.codeTo(ann))
    expect(phone.login.get().at).toBe('in')
    await openLaptop(app, next)
  })

  it('T82: leave the recovery unchanged for another person days later, until the visitor is proven', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const { user, factors } = await readFacts(phone.login)
    const { account } = user
    const make = factorOf('code', await keyOfCode(makeRecoveryCode(), account))
    const change = {
      add: () => addFactor(phone.login.keys, { account, make }),
      remove: () => deleteFactor(phone.login.keys, { account, id: factors[0]?.id ?? '' }),
    }
    app.at.now += 2 * 86_400_000
    for (const each of [change.add, change.remove])
      await expect(each()).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    expect((await readFacts(phone.login)).factors).toEqual(factors)
    const { proof } = phone.login
    await proof.enterCode(await proof.sendCode(), await app.codeTo(ann))
    await change.add()
    expect(await change.remove()).toBe(true)
  })

  it('T82: log out a browser that logs in while others are logged out', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const [first, second] = [await openLaptop(app, phone.code), await openLoginBrowser(app)]
    const { client } = phone.login.sessions
    let isFirst = true
    const call: typeof client.call = async (route, body) => {
      const answer = await client.call(route, body)
      if (route.path === getLoginDevices.path && isFirst) {
        isFirst = false
        await second.enter(ann)
        await second.login.recover({ kind: 'code', code: phone.code })
        await second.login.confirm()
      }
      return answer
    }
    await leaveEverywhere({ ...phone.login, sessions: { ...phone.login.sessions, client: { call } } })
    for (const { login } of [first, second, phone]) expect(await login.check()).toBe(false)
  })

  it('log out the other browsers, which can sign again after a new login', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const laptop = await openLaptop(app, phone.code)
    await endOtherSessions(phone.login, (await readFacts(phone.login)).user)
    expect([await laptop.login.check(), await phone.login.check()]).toEqual([false, true])
    await laptop.enter(ann)
    expect(laptop.login.get().at).toBe('in')
  })

  it('T80: show the key after a recent passkey, or after a day, and encrypt the kit with a valid code', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const { login } = phone
    const { user, address } = await readFacts(login)
    const { account } = user
    const words = () => exportWords(login, { account })
    const kit = (code: string) => exportKit(login, { account, code, now: app.at.now })
    await expect(words()).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    await login.keys.client.call(postCustodyExport, { cancel: false })
    app.at.now += 86_400_001
    await expect(words()).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    const sent = await login.proof.sendCode()
    await login.proof.enterCode(sent, await app.codeTo(ann))
    const shown = await words()
    const own = await addressesOf(fromWords(shown.words))
    expect(own.eip155).toBe(address)
    // Each account's key by itself, as other wallets take it.
    expect(privateKeyToAccount(shown.evm as `0x${string}`).address).toBe(address)
    const pair = getBase58Encoder().encode(shown.solana)
    expect((await createKeyPairSignerFromBytes(pair)).address).toBe(own.solana)
    await login.passkeys.add()
    app.at.now += 86_400_001
    await expect(kit(phone.code)).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    const [first] = await login.passkeys.list()
    await expect(login.passkeys.prove(['lost'])).rejects.toThrow(withCode('cancelled'))
    await login.passkeys.prove([first?.credential ?? ''])
    await expect(kit('nothing')).rejects.toThrow(withCode('text'))
    await expect(kit('0'.repeat(26))).rejects.toThrow(withCode('secret'))
    expect(await kit(phone.code)).toContain(address)
  })

  it('delete the account with its key, and nothing before the visitor was proven', async () => {
    const app = await open()
    const phone = await openPhone(app)
    const { account } = (await readFacts(phone.login)).user
    app.at.now += 301_000
    await expect(deleteAccount(phone.login, { account })).rejects.toThrow(withCode('LOGIN_STEP_UP'))
    expect(await phone.login.check()).toBe(true)
    const sent = await phone.login.proof.sendCode()
    await phone.login.proof.enterCode(sent, await app.codeTo(ann))
    await deleteAccount(phone.login, { account })
    expect([phone.login.get().at, await phone.login.loggedIn(), phone.told.at(-1)]).toEqual([
      'out',
      undefined,
      false,
    ])
    expect([...phone.database.kept.keys()].filter(name => name.startsWith('pair'))).toEqual([])
    await phone.enter(ann)
    expect(phone.login.get()).toMatchObject({ at: 'keep' })
  })

  it.each([
    ['does not arrive', 'before'],
    ['is not heard of', 'after'],
  ] as const)(
    'F41: delete the key and the account at once: where that %s, a new login has a wallet',
    async (_, cut) => {
      const app = await open()
      const phone = await openPhone(app)
      const { account } = (await readFacts(phone.login)).user
      const { client } = phone.login.sessions
      let left = 2
      const call: typeof client.call = async (route, body) => {
        const isLast = route.path === postLoginDelete.path && --left === 0
        if (isLast && cut === 'before') throw new CustodyRefusal('offline')
        const answer = await client.call(route, body)
        if (isLast) throw new CustodyRefusal('offline')
        return answer
      }
      const { sessions, keys } = phone.login
      const login = {
        ...phone.login,
        sessions: { ...sessions, client: { call } },
        keys: { ...keys, client: { call } },
      }
      await expect(deleteAccount(login, { account })).rejects.toThrow(withCode('offline'))
      expect(left).toBe(0)
      await phone.login.signOut()
      await phone.enter(ann)
      expect(phone.login.get().at).toBe(cut === 'before' ? 'in' : 'keep')
      await phone.login.settled()
      expect(phone.login.get().at).toBe('in')
      const made = await phone.login.loggedIn()
      expect(made?.account === account).toBe(cut === 'before')
      expect(await made?.withKey('11'.repeat(32), async () => 'has it')).toBe('has it')
    },
  )
})
