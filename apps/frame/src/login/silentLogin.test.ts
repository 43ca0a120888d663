import { postCustodyPair, postLoginDelete } from 'latchkey/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Providers } from '../../../devstack/src/providers/startProviders.ts'
import { openSmtpSink, type SmtpSink } from '../../../server/src/people/mail/smtpSink.fixture.ts'
import {
  openBrowser,
  openSocial,
  type SocialApp,
  startTestProviders,
} from '../../../server/src/people/social/social.fixture.ts'
import { deleteKey } from '../keys/deleteKey.ts'
import { addFactor, deleteFactor } from '../keys/recovery/addFactor.ts'
import { makeRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { idleLimit } from '../lock/idleLock.ts'
import { makerOf } from './keepsake.ts'
import { openLoginBrowser, protectByCode } from './login.fixture.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
const withCode = (code: string) => expect.objectContaining({ code })
let providers: Providers
let app: SocialApp
let sink: SmtpSink

beforeAll(async () => {
  providers = await startTestProviders()
  sink = await openSmtpSink()
  app = await openSocial(providers, { SMTP_URL: sink.url })
  app.at.isHasty = false
})
afterEach(() => {
  app.at.ahead = 0
})
afterAll(async () => {
  await app.close()
  await providers.close()
  await sink.close()
})

const none = async (): Promise<string> => {
  throw new Error('nothing is mailed here')
}

type Name = 'google' | 'github' | 'facebook' | 'x' | 'discord'

/** A browser with the wallet's page in it, whose visitor logs in at a provider without a prompt. */
async function open(provider: Name, person: string) {
  const at = {
    get now() {
      return app.now()
    },
  }
  const browser = await openLoginBrowser({ ...app, at, linkTo: none, codeTo: none }, { agent })
  const { login, secrets } = browser
  const window = await openBrowser(app, { agent, secrets })
  const logIn = async () => {
    const { uri, flow } = await login.social.begin({ provider })
    await window.visit(uri, person)
    return login.social.wait(flow)
  }
  /** Makes the account and its wallet; returns the recovery code. */
  const create = async () => {
    await logIn()
    const state = login.get()
    if (!('user' in state)) throw new Error(`at ${state.at}`)
    // Nothing but their recovery secret could unlock the wallet later, so that comes first.
    expect(state).toMatchObject(provider === 'google' ? { at: 'keep' } : { at: 'create', by: 'unproven' })
    return { code: await protectByCode(browser), account: state.user.account }
  }
  const add = async (account: string) =>
    addFactor(login.keys, {
      account,
      make: await makerOf(login.keys, { kind: 'code', code: makeRecoveryCode() }, account),
    })
  return { ...browser, logIn, create, add }
}

describe('S5: a login that needs no prompt', () => {
  it.each(['github', 'facebook', 'x', 'discord'] as const)(
    'at %s lets a new device recover by the code alone, which proves its owner for changes as well',
    async provider => {
      const person = `new-${provider}@mail.example`
      const { code, account } = await (await open(provider, person)).create()
      app.at.ahead += 301_000
      const { login, logIn, add } = await open(provider, person)
      expect(await logIn()).toBe(false)
      expect(login.get()).toMatchObject({ at: 'recover', ways: ['code'] })
      await expect(login.recover({ kind: 'code', code: makeRecoveryCode() })).rejects.toThrow(
        withCode('secret'),
      )
      await login.recover({ kind: 'code', code })
      await login.confirm()
      expect(await login.lock.isLocked()).toBe(false)
      const id = await add(account)
      // Five minutes later the proof is over, for each change.
      app.at.ahead += 301_000
      const refused = withCode('CUSTODY_STEP_UP')
      await expect(add(account)).rejects.toThrow(refused)
      await expect(deleteFactor(login.keys, { account, id })).rejects.toThrow(refused)
      await expect(deleteKey(login.keys, { account })).rejects.toThrow(refused)
      // The step-up that such an account has.
      expect([await login.proof.ways(), await login.proof.secrets()]).toEqual([['secret'], ['code']])
      await expect(login.proof.bySecret({ kind: 'code', code: makeRecoveryCode() })).rejects.toThrow(
        withCode('secret'),
      )
      await expect(add(account)).rejects.toThrow(refused)
      await login.proof.bySecret({ kind: 'code', code })
      expect(await login.check()).toBe(true)
      expect(await deleteFactor(login.keys, { account, id })).toBe(true)
    },
  )

  it('neither opens nor proves where its visitor signed out before; their recovery code does both', async () => {
    const { login, logIn, create, add, calls } = await open('facebook', 'idle@mail.example')
    const { code, account } = await create()
    app.at.ahead += idleLimit
    await login.signOut()
    expect(await logIn()).toBe(false)
    expect([await login.lock.isLocked(), login.get()]).toEqual([
      true,
      expect.objectContaining({ at: 'recover', ways: ['code'] }),
    ])
    await expect(add(account)).rejects.toThrow(withCode('CUSTODY_STEP_UP'))
    await login.recover({ kind: 'code', code })
    await login.confirm()
    expect(calls).toContain(postCustodyPair.path)
    expect(await login.lock.isLocked()).toBe(false)
    await deleteKey(login.keys, { account })
    expect(calls).toContain(postLoginDelete.path)
  })

  it('at a provider that can have its visitor log in anew leaves the idle wallet locked after a sign-out', async () => {
    const { login, logIn, create } = await open('google', 'gil@mail.example')
    await create()
    app.at.ahead += idleLimit
    await login.signOut()
    expect(await logIn()).toBe(true)
    expect([await login.lock.isLocked(), await login.proof.ways()]).toEqual([true, ['google']])
    const { withKey } = (await login.loggedIn()) ?? {}
    await expect(withKey?.('00'.repeat(32), async () => true)).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    })
  })
})
