import { postLoginSignOut, postSocialBegin } from 'latchkey/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Providers } from '../../../devstack/src/providers/startProviders.ts'
import { openSmtpSink, type SmtpSink } from '../../../server/src/people/mail/smtpSink.fixture.ts'
import { wallet } from '../../../server/src/people/signin/deviceKey.fixture.ts'
import {
  confirm,
  linkIn,
  openBrowser,
  openSocial,
  type SocialApp,
  shop,
  startTestProviders,
} from '../../../server/src/people/social/social.fixture.ts'
import { makeRecoveryCode } from '../keys/recovery/recoveryCode.ts'
import { idleLimit } from '../lock/idleLock.ts'
import { openLoginBrowser } from './login.fixture.ts'

const ann = 'ann@mail.example'
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

/** A browser with the wallet's page in it, and its window. */
async function open() {
  const at = {
    get now() {
      return app.now()
    },
  }
  const { login, told, calls, answers, secrets } = await openLoginBrowser(
    { ...app, at, linkTo: none, codeTo: none },
    { agent },
  )
  const window = await openBrowser(app, { agent, secrets })
  const begin = () => login.social.begin({ provider: 'google' })
  return { login, told, calls, answers, secrets, window, begin }
}

describe('a login by way of a provider, in the wallet’s page', () => {
  it('T53: ends by the poll, one at a time however often it is requested, and leads to a key that a code recovers elsewhere', async () => {
    const { login, told, window, begin } = await open()
    const { uri, flow } = await begin()
    const waiting = [login.social.wait(flow), login.social.wait(flow)]
    expect((await window.visit(uri, ann)).status).toBe(200)
    expect(await Promise.all(waiting)).toEqual([false, false])
    expect(login.get()).toMatchObject({ at: 'keep', user: { email: ann, provider: 'google' } })
    const code = makeRecoveryCode()
    await login.keep({ kind: 'code', code })
    expect([login.get().at, told]).toEqual(['in', [true]])
    const { addresses } = (await login.loggedIn()) ?? {}

    const laptop = await open()
    const there = await laptop.begin()
    await laptop.window.visit(there.uri, ann)
    // It was over before it was asked for.
    expect(await laptop.login.social.wait(there.flow)).toBe(false)
    expect(laptop.login.get()).toMatchObject({ at: 'recover', ways: ['code'] })
    await laptop.login.recover({ kind: 'code', code })
    await laptop.login.confirm()
    expect((await laptop.login.loggedIn())?.addresses).toEqual(addresses)

    // Known again, and at once in.
    await login.signOut()
    const again = await begin()
    await window.visit(again.uri, ann)
    expect(await login.social.wait(again.flow)).toBe(true)
  })

  it('T52: refuses a flow that another browser began, or that was refused', async () => {
    const [{ login, window, begin }, thief] = [await open(), await open()]
    const { uri, flow } = await thief.begin()
    await thief.window.visit(uri, ann)
    await expect(login.social.wait(flow)).rejects.toThrow(withCode('LOGIN_ENDED'))
    const refused = await begin()
    await window.visit(refused.uri, '')
    await expect(login.social.wait(refused.flow)).rejects.toMatchObject({
      code: 'SOCIAL_FAILED',
      context: { reason: 'denied' },
    })
    expect(login.get().at).toBe('out')
  })

  it('returns to the requesting page where there is no window', async () => {
    const { login, window } = await open()
    const { uri, flow } = await login.social.begin({ provider: 'github', returnTo: '/cart?step=2' })
    expect(linkIn((await confirm(window, await window.visit(uri, ann))).text)).toBe(
      `${shop}/cart?step=2&result_uri=${flow}`,
    )
    expect(await login.social.wait(flow)).toBe(false)
    expect(login.get()).toMatchObject({ at: 'create', user: { provider: 'github' } })
  })

  it('T51: adds a provider to the logged-in visitor or proves them; another person’s is refused, and the last one stays', async () => {
    const { login, secrets, window, begin } = await open()
    const eve = 'eve@mail.example'
    app.at.ahead = -idleLimit
    const first = await begin()
    await window.visit(first.uri, eve)
    await login.social.wait(first.flow)
    const { links, proof } = login
    const going = { attempt: new AbortController().signal, isClosed: () => false }
    expect(await links.offered()).toEqual(expect.arrayContaining(['google', 'github']))
    await expect(links.unlink('google')).rejects.toThrow(withCode('LOGIN_LAST'))
    const link = await links.begin('discord', 'link')
    await window.visit(link.uri, eve)
    await links.wait(link.flow, going)
    // OAuth 2 alone proves no presence.
    expect(await proof.ways()).toEqual(['google'])
    const prove = async (name: string, inWindow = window) => {
      const { uri, flow } = await links.begin('google', 'prove')
      await inWindow.visit(uri, name)
      await links.wait(flow, going)
    }
    await login.keep({ kind: 'code', code: makeRecoveryCode() })
    app.at.ahead = 0
    expect(await login.lock.isLocked()).toBe(true)
    // Ann has an account of her own there, and Zoe none.
    for (const name of [ann, 'zoe@mail.example'])
      await expect(prove(name, await openBrowser(app, { agent, secrets }))).rejects.toMatchObject({
        code: 'SOCIAL_FAILED',
        context: { reason: 'other' },
      })
    expect(await login.lock.isLocked()).toBe(true)
    await prove(eve)
    expect(await login.lock.isLocked()).toBe(false)
    expect((await login.sessions.read())?.user.identities).toHaveLength(2)
    await links.unlink('google')
    // What is left is what opens the wallet elsewhere (decision 052).
    expect(await proof.ways()).toEqual(['secret'])
  })

  it('T82: leaves the login unchanged and unproven when the visitor goes back from a proof or closes its window', async () => {
    const { login, secrets, window, begin } = await open()
    const first = await begin()
    await window.visit(first.uri, 'kim@mail.example')
    await login.social.wait(first.flow)
    await login.create()
    const { links } = login
    app.at.ahead += idleLimit
    const { uri, flow } = await links.begin('google', 'prove')
    const attempt = new AbortController()
    const waiting = links.wait(flow, { attempt: attempt.signal, isClosed: () => false })
    const given = expect(waiting).rejects.toThrow(withCode('RPC_ABORTED'))
    attempt.abort()
    await given
    await (await openBrowser(app, { agent, secrets })).visit(uri, 'kim@mail.example')
    expect([await login.check(), await login.lock.isLocked()]).toEqual([true, true])
    const isClosed = () => {
      app.at.ahead += 1_000
      return true
    }
    const next = await links.begin('google', 'prove')
    await expect(links.wait(next.flow, { attempt: new AbortController().signal, isClosed })).rejects.toThrow(
      withCode('POPUP_CLOSED'),
    )
    expect(await login.check()).toBe(true)
  })

  it('T82: unlocks nothing for a logged-in visitor with an idle wallet, and stays theirs also when cancelled', async () => {
    const { login, window, begin } = await open()
    const logIn = async () => {
      const { uri, flow } = await begin()
      await window.visit(uri, 'lou@mail.example')
      return login.social.wait(flow)
    }
    await logIn()
    app.at.ahead += idleLimit
    expect(await logIn()).toBe(true)
    expect(await login.lock.isLocked()).toBe(true)
    const { uri, flow } = await begin()
    const before = (await login.sessions.read())?.token
    const given = expect(login.social.wait(flow)).rejects.toThrow(withCode('RPC_ABORTED'))
    login.attempt()
    await given
    await window.visit(uri, 'lou@mail.example')
    await expect.poll(async () => (await login.sessions.read())?.token).not.toBe(before)
    expect([await login.check(), await login.lock.isLocked()]).toEqual([true, true])
  })

  it('opens a window only on a page of the wallet', async () => {
    const { login, window, begin, answers } = await open()
    const { uri, flow } = await begin()
    await window.visit(uri, 'mia@mail.example')
    await login.social.wait(flow)
    const begun = {
      flow: 'f'.repeat(22),
      secret: 's'.repeat(43),
      match: '42',
      expiresAt: new Date().toISOString(),
    }
    for (const uri of [
      'javascript:alert(1)//social/x',
      'https://evil.example/social/x',
      `${wallet}.evil.example/social/x`,
      `${wallet}/frame/x`,
    ]) {
      answers.set(postSocialBegin.path, { ...begun, uri })
      await expect(login.links.begin('google', 'link')).rejects.toThrow(withCode('SOCIAL_FAILED'))
    }
  })

  it('is cancelled when another login begins: its outcome then ends at once', async () => {
    const { login, calls, window, begin } = await open()
    const { uri, flow } = await begin()
    const waiting = login.social.wait(flow)
    const given = expect(waiting).rejects.toThrow(withCode('RPC_ABORTED'))
    login.attempt()
    await given
    await window.visit(uri, ann)
    await expect.poll(() => calls.at(-1)).toBe(postLoginSignOut.path)
    expect([login.get().at, await login.check()]).toEqual(['out', false])
    await expect(login.social.wait(flow)).rejects.toThrow(withCode('LOGIN_ENDED'))
  })
})
