import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Providers } from '../../../../devstack/src/providers/startProviders.ts'
import { settle } from '../login/login.fixture.ts'
import { wallet } from '../signin/deviceKey.fixture.ts'
import {
  type Browser,
  confirm,
  linkIn,
  openBrowser,
  openSocial,
  type Page,
  type SocialApp,
  shop,
  startTestProviders,
} from './social.fixture.ts'

const ann = 'ann@mail.example'
let providers: Providers
let app: SocialApp
const apps: SocialApp[] = []

beforeAll(async () => {
  providers = await startTestProviders()
  app = await open()
})
afterEach(() => {
  Object.assign(app.at, { ahead: 0, isHasty: true })
})
afterAll(async () => {
  for (const each of apps) await each.close()
  await providers.close()
})

async function open(environment: Readonly<Record<string, string>> = {}) {
  const app = await openSocial(providers, environment)
  apps.push(app)
  return app
}

const ended = { status: 410, body: { code: 'LOGIN_ENDED' } }
const waiting = { status: 200, body: { state: 'waiting' } }

describe('a login by way of a provider', () => {
  it('T51: names whom it says, and an address only where it has proven one', async () => {
    const app = await open()
    const logIn = async (provider: string, email: string) => {
      const { user, need } = await (await openBrowser(app)).logIn(provider, email)
      return { ...user, need }
    }
    const first = await logIn('google', ann)
    expect(first).toMatchObject({ email: ann, name: 'Ann', provider: 'google', need: 'create' })
    expect(first.identities).toMatchObject([{ kind: 'social', issuer: 'google', label: ann }])
    expect(await logIn('apple', ann)).toMatchObject({ email: ann, provider: 'apple' })
    expect(await logIn('github', ann)).toMatchObject({ email: ann, name: 'Ann', provider: 'github' })
    expect(await logIn('discord', ann)).toMatchObject({ email: ann, provider: 'discord' })
    expect(await logIn('x', ann)).toMatchObject({ email: null, identities: [{ label: '@ann' }] })
    expect(await logIn('facebook', ann)).toMatchObject({ email: null, name: 'Ann' })
    for (const provider of ['google', 'github', 'discord'])
      expect(await logIn(provider, 'unproven@mail.example')).toMatchObject({ email: null })
    // Never by their address: eight accounts so far, and a returning visitor gets their own.
    expect((await logIn('google', ann)).account).toBe(first.account)
    expect(await app.store.db.selectFrom('login_accounts').select('id').execute()).toHaveLength(9)
  })

  it('T53: is over by the poll alone, at once, once, and at the device that began', async () => {
    app.at.isHasty = false
    const [phone, thief] = [await openBrowser(app), await openBrowser(app)]
    const { flow, uri } = await phone.begin('google')
    expect(uri).toBe(`${wallet}/social/${flow}`)
    const polled = phone.poll(flow)
    const page = await phone.visit(uri, ann)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('You can close this window') })
    expect(page.text).not.toContain(flow)
    const { body } = await polled
    expect(body).toMatchObject({ state: 'done', session: { device: phone.key.thumbprint } })
    expect(await phone.poll(flow)).toMatchObject(ended)
    const again = await phone.begin('google')
    await phone.visit(again.uri, ann)
    expect(await thief.poll(again.flow)).toMatchObject(ended)
    const others = { headers: { dpop: undefined } }
    expect((await phone.post('poll', { flow: again.flow }, undefined, others)).status).toBe(401)
    expect((await phone.poll(again.flow)).body.state).toBe('done')
  })

  it('T53: goes on beside that of another site, which has a key of its own in the same browser', async () => {
    const secrets = new Map<string, string>()
    const [shopFrame, otherFrame] = [await openBrowser(app, { secrets }), await openBrowser(app, { secrets })]
    const [first, second] = [await shopFrame.begin('github'), await otherFrame.begin('github')]
    // The windows of both are one browser's.
    const { url } = await shopFrame.choose(await shopFrame.reach(first.uri), ann)
    const to = linkIn((await shopFrame.open(second.uri)).text)
    expect((await shopFrame.open(url)).status).toBe(200)
    expect((await shopFrame.poll(first.flow)).body.state).toBe('done')
    await shopFrame.open((await shopFrame.choose(await shopFrame.open(to), ann)).url)
    expect((await otherFrame.poll(second.flow)).body.state).toBe('done')
  })

  it('T52: goes back to the page that asked with nothing but its own name, which no other browser can use', async () => {
    const [phone, victim] = [await openBrowser(app), await openBrowser(app)]
    const { flow, uri } = await phone.begin('github', { returnTo: '/cart?item=1&result_uri=x#top' })
    const { text } = await confirm(phone, await phone.visit(uri, ann), 'approve')
    expect(linkIn(text)).toBe(`${shop}/cart?item=1&result_uri=${flow}#top`)
    expect(await victim.poll(flow)).toMatchObject(ended)
    expect((await phone.poll(flow)).body.state).toBe('done')
  })

  it('is refused by the visitor at the provider', async () => {
    const phone = await openBrowser(app)
    for (const provider of ['google', 'apple', 'discord']) {
      const { flow, uri } = await phone.begin(provider)
      await phone.visit(uri, '')
      expect((await phone.poll(flow)).body).toEqual({ state: 'failed', reason: 'denied' })
      expect(await phone.poll(flow)).toMatchObject(ended)
    }
  })

  it('ends after ten minutes, and with the next one at the same provider', async () => {
    const phone = await openBrowser(app)
    const first = await phone.begin('google')
    const second = await phone.begin('google')
    expect((await phone.open(first.uri)).status).toBe(410)
    expect(await phone.poll(first.flow)).toMatchObject(ended)
    expect(await phone.poll(second.flow)).toMatchObject(waiting)
    app.at.ahead += 600_000
    expect((await phone.open(second.uri)).status).toBe(410)
    expect(await phone.poll(second.flow)).toMatchObject(ended)
  })

  it('is offered where project and services have it, and refused elsewhere', async () => {
    const app = await open({
      SOCIAL_PROVIDERS: '{"google":{"clientId":"a","clientSecret":"b"}}',
      PROJECT_CACHE_MS: '0',
    })
    const get = async (origin: string) =>
      (await app.request('/v1/socials?projectId=shop', { headers: { origin } })).json()
    const all = ['google', 'passkey'].map(provider => ({ provider, isAvailable: true }))
    const offered = { providers: all }
    expect(await get(wallet)).toEqual(offered)
    expect(await get(shop)).toEqual(offered)
    const phone = await openBrowser(app)
    const begin = async (provider: string, page: string) =>
      (await phone.post('begin', { provider, page })).body.code
    expect(await begin('github', shop)).toBe('REQUEST_INVALID')
    expect(await begin('google', 'https://evil.example')).toBe('APKT002')
    await app.store.write([
      app.store.compose.updateTable('project_features').set({ config: '["email"]' }).compile(),
    ])
    expect(await get(wallet)).toEqual({ providers: [] })
    expect(await begin('google', shop)).toBe('REQUEST_INVALID')
  })
})

describe('T49: what comes back', () => {
  it('counts with its state, in the browser that it was given to, once', async () => {
    const [phone, other] = [await openBrowser(app), await openBrowser(app)]
    const { flow, uri } = await phone.begin('google')
    // Opened twice: only the last state counts.
    const old = await phone.choose(await phone.reach(uri), ann)
    const { url } = await phone.choose(await phone.reach(uri), ann)
    const change = (state: string | undefined) => {
      const changed = new URL(url)
      if (state === undefined) changed.searchParams.delete('state')
      else changed.searchParams.set('state', state)
      return changed.href
    }
    const foreign = new URL(url).searchParams.get('state')?.replace(/.$/, '_') ?? ''
    const wrong = [old.url, change(undefined), change(''), change(foreign), `${url}&state=${foreign}`]
    for (const each of wrong) expect((await phone.open(each)).status).toBe(410)
    expect((await other.open(url)).status).toBe(410)
    expect(await phone.poll(flow)).toMatchObject(waiting)
    const all = await Promise.all(Array.from({ length: 5 }, () => phone.open(url)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
    // Its secret was used up the first time.
    await confirm(phone, all.find(({ status }) => status === 200) as Page, 'approve')
    expect((await phone.poll(flow)).body.state).toBe('done')
    expect((await phone.open(url)).status).toBe(410)
  })

  it.each([
    ['another code challenge', 'code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['another nonce', 'nonce', 'n-0S6_WzA2Mj'],
  ])('is worth nothing with %s', async (_, name, value) => {
    const phone = await openBrowser(app)
    const { flow, uri } = await phone.begin('google')
    const page = await phone.reach(uri, url => url.searchParams.set(name, value))
    const { url } = await phone.choose(page, ann)
    await phone.open(url)
    expect((await phone.poll(flow)).body).toEqual({ state: 'failed', reason: 'provider' })
  })

  it("is worth nothing with a code of another visitor's login", async () => {
    const [phone, thief] = [await openBrowser(app), await openBrowser(app)]
    const { flow, uri } = await phone.begin('google')
    const stolen = await thief.choose(
      await thief.reach((await thief.begin('google')).uri),
      'eve@mail.example',
    )
    const own = new URL((await phone.choose(await phone.reach(uri), ann)).url)
    own.searchParams.set('code', new URL(stolen.url).searchParams.get('code') ?? '')
    await phone.open(own.href)
    expect((await phone.poll(flow)).body.state).toBe('failed')
  })

  it('T54: names its issuer, and comes to the address of the provider that was asked', async () => {
    const phone = await openBrowser(app)
    const come = async (change: (url: URL) => void) => {
      const { flow, uri } = await phone.begin('google')
      const url = new URL((await phone.choose(await phone.reach(uri), ann)).url)
      change(url)
      await phone.open(url.href)
      return (await phone.poll(flow)).body
    }
    const failed = { state: 'failed', reason: 'provider' }
    expect(await come(url => url.searchParams.set('iss', 'https://evil.example'))).toEqual(failed)
    expect(await come(url => url.searchParams.delete('iss'))).toEqual(failed)
    const elsewhere = (url: URL) => {
      url.pathname = url.pathname.replace('google', 'github')
    }
    expect(await come(elsewhere)).toMatchObject({ state: 'waiting' })
  })

  it('T50: comes to one address for each provider, which the provider checks', async () => {
    const phone = await openBrowser(app)
    const { uri } = await phone.begin('google')
    const asked = new URL(linkIn((await phone.open(uri)).text))
    expect(asked.searchParams.get('redirect_uri')).toBe(`${wallet}/cb/google`)
    for (const path of [
      '/cb/google/',
      '/cb/google?x=1',
      '/cb/google#x',
      '/cb/github',
      '/cb/google@evil.example',
    ]) {
      const page = await phone.reach(uri, url => url.searchParams.set('redirect_uri', wallet + path))
      expect(page).toMatchObject({ status: 400, text: expect.stringContaining('invalid_redirect_uri') })
    }
    // A form where an address is due, and the other way round.
    expect((await phone.open(`${wallet}/cb/google`, new URLSearchParams({ state: 'x' }))).status).toBe(404)
    expect((await phone.open(`${wallet}/cb/apple?state=x&code=y`)).status).toBe(404)
  })
})

describe('S2: a window of another browser', () => {
  it.each([
    ['behind the same address, of the same name', {}],
    ['of another network', { address: '198.51.100.1' }],
    ['of another name', { agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }],
  ])('is asked whether it was them: %s', async (_, of) => {
    for (const [decision, state] of [
      ['approve', 'done'],
      ['deny', 'failed'],
    ] as const) {
      const [thief, victim] = [await openBrowser(app), await openBrowser(app, of)]
      const { flow, uri, match } = await thief.begin('google')
      const page = await victim.visit(uri, ann)
      expect(page.text).toContain('Is this you logging in?')
      for (const told of [shop, 'Chrome on Windows', ann, `class="match">${match}<`])
        expect(page.text).toContain(told)
      expect(await thief.poll(flow)).toMatchObject(waiting)
      const [, token = ''] = /name="confirm" value="([^"]+)"/.exec(page.text) ?? []
      expect((await confirm(victim, page, 'approve', token.replace(/.$/, '_'))).status).toBe(410)
      expect((await confirm(victim, page, decision)).status).toBe(200)
      expect((await confirm(victim, page, 'approve')).status).toBe(410)
      expect((await thief.poll(flow)).body.state).toBe(state)
    }
  })

  it.each(['link', 'prove'])('is asked to %s as well', async purpose => {
    const [thief, victim] = [await openBrowser(app), await openBrowser(app)]
    const [eve, vic] = [`eve@${purpose}.example`, `vic@${purpose}.example`]
    const { token } = await thief.logIn('google', eve)
    const provider = purpose === 'link' ? 'github' : 'google'
    const { flow, uri } = await thief.begin(provider, { [purpose]: true }, token)
    const page = await victim.visit(uri, vic)
    expect(page.text).toContain('Is this you logging in?')
    expect((await thief.poll(flow, token)).body.state).toBe('waiting')
    await confirm(victim, page, 'deny')
    expect((await thief.poll(flow, token)).body).toEqual({ state: 'failed', reason: 'denied' })
    // Their own login at that provider leads to an account of their own.
    const { user } = await victim.logIn(provider, vic)
    expect(user.identities).toHaveLength(1)
  })

  it('is of the browser that began with its secret alone: once, from the page itself, before the provider', async () => {
    const post = (flow: string, init: { readonly headers?: object; readonly body?: string }) =>
      app.pages.request(`/social/${flow}/own`, {
        method: 'POST',
        body: init.body ?? '',
        headers: { origin: wallet, 'content-type': 'application/json', ...init.headers },
      })
    const [phone, other] = [await openBrowser(app), await openBrowser(app)]
    const { flow, secret } = await phone.begin('google')
    const { secret: foreign } = await other.begin('google')
    const body = JSON.stringify({ secret })
    for (const init of [
      { body, headers: { origin: 'https://evil.example' } },
      { body, headers: { origin: shop } },
      { body, headers: { origin: 'null' } },
      // What a form of another page could send.
      { body, headers: { 'content-type': 'text/plain' } },
      { body: `secret=${secret}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { body: JSON.stringify({ secret: foreign }) },
      { body: JSON.stringify({ secret: secret.slice(1) }) },
      { body: JSON.stringify({ secret, more: 1 }) },
      { body: 'null' },
      { body: '' },
    ])
      expect((await post(flow, init)).status).toBe(403)
    const own = await post(flow, { body })
    expect(own.status).toBe(200)
    expect(own.headers.get('set-cookie')).toContain('HttpOnly')
    expect((await post(flow, { body })).status).toBe(403)
    // Opened by another browser afterwards, it is that one's.
    const page = await other.visit(`${wallet}/social/${flow}`, ann)
    expect(page.text).toContain('Is this you logging in?')
  })

  it('T52: asks in a tab that was sent there, which has no opener and shows no number', async () => {
    const phone = await openBrowser(app)
    const { flow, uri } = await phone.begin('github', { returnTo: '/cart' })
    const page = await phone.visit(uri, ann)
    expect(page.text).toContain('Is this you logging in?')
    expect(page.text).not.toContain('class="match"')
    expect(await phone.poll(flow)).toMatchObject(waiting)
    expect(linkIn((await confirm(phone, page, 'approve')).text)).toBe(`${shop}/cart?result_uri=${flow}`)
    expect((await phone.poll(flow)).body.state).toBe('done')
  })
})

/** Proves the visitor of a session anew. */
async function prove(browser: Browser, token: string, email: string): Promise<void> {
  const { flow, uri } = await browser.begin('google', { prove: true }, token)
  await browser.visit(uri, email)
  await expect.poll(async () => (await browser.poll(flow, token)).body.state).toBe('proven')
}

describe('T51: one account at two providers', () => {
  it('is its owner’s doing, with both proven', async () => {
    const phone = await openBrowser(app)
    const lea = 'lea@mail.example'
    const { token, user } = await phone.logIn('google', lea)
    const link = async (provider: string, email: string, withToken: string | undefined = token) => {
      const { flow, uri } = await phone.begin(provider, { link: true }, withToken)
      await phone.visit(uri, email)
      // It logs no visitor in.
      expect(await phone.poll(flow)).toMatchObject(ended)
      return (await phone.poll(flow, token)).body
    }
    const linked = await link('x', lea)
    expect(linked).toMatchObject({ state: 'linked', user: { account: user.account } })
    expect(linked.user.identities.map(({ issuer }) => issuer)).toEqual(['google', 'x'])
    const [thief, laptop] = [await openBrowser(app), await openBrowser(app)]
    const stolen = await thief.logIn('google', lea)
    const kept = await laptop.logIn('x', lea)
    expect(kept.user.account).toBe(user.account)
    await (await openBrowser(app)).logIn('discord', lea)
    expect(await link('discord', lea)).toEqual({ state: 'failed', reason: 'taken' })

    const unlink = async (provider: string) => (await phone.post('unlink', { provider }, token)).body
    expect(await unlink('google')).toMatchObject({ unlinked: true, user: { identities: [{ issuer: 'x' }] } })
    expect(await unlink('google')).toMatchObject({ unlinked: false })
    // T82: its sessions end with it, except the caller's; no others do.
    const sees = async ({ poll }: Browser, as: string) => (await poll('f'.repeat(22), as)).status
    expect([await sees(thief, stolen.token), await sees(laptop, kept.token)]).toEqual([401, 410])
    expect(await unlink('x')).toMatchObject({ code: 'LOGIN_LAST' })
    expect((await (await openBrowser(app)).logIn('google', lea)).user.account).not.toBe(user.account)

    app.at.ahead += 301_000
    const late = await phone.post('begin', { provider: 'github', page: shop, link: true }, token)
    expect(late.body.code).toBe('LOGIN_STEP_UP')
    const nobody = await phone.post('begin', { provider: 'github', page: shop, link: true })
    expect(nobody.body.code).toBe('SIGN_IN_INVALID')
  })
})

describe('T82: a session that is over by the time its owner comes back from the provider', () => {
  it.each([
    ['logged out by another', 'sessions/end'],
    ['gone with its account', 'delete'],
  ])('links nothing: %s', async (_, path) => {
    app.at.isHasty = false
    const [mia, eve] = [`mia@${path.length}.example`, `eve@${path.length}.example`]
    const [owner, thief] = [await openBrowser(app), await openBrowser(app)]
    const own = await owner.logIn('google', mia)
    const stolen = await thief.logIn('google', mia)
    await prove(thief, stolen.token, mia)
    const { flow, uri } = await thief.begin('github', { link: true }, stolen.token)
    const back = await thief.choose(await thief.reach(uri), eve)
    const polled = thief.poll(flow, stolen.token)
    await settle()
    const { account } = own.user
    const body = { method: 'POST', path: `login/${path}`, body: { account } }
    expect((await owner.key.send(app, { ...body, token: own.token, now: app.now() })).status).toBe(200)
    await thief.open(back.url, back.form)
    expect((await polled).status).not.toBe(200)
    expect((await (await openBrowser(app)).logIn('github', eve)).user.account).not.toBe(account)
  })
})

describe('T82: a proof at a provider', () => {
  const kim = 'kim@mail.example'
  /** Whether a session was proven within five minutes. */
  const isFresh = async (phone: Browser, token: string) =>
    (await phone.post('begin', { provider: 'github', page: shop, link: true }, token)).status === 200

  it('proves that they are there only where the provider had them log in anew; their session goes on', async () => {
    const phone = await openBrowser(app)
    app.at.ahead -= 301_000
    const { token, user } = await phone.logIn('google', kim)
    app.at.ahead = 0
    expect(await isFresh(phone, token)).toBe(false)
    const prove = async (email: string, change?: (url: URL) => void) => {
      const { flow, uri } = await phone.begin('google', { prove: true }, token)
      const { url } = await phone.choose(await phone.reach(uri, change), email)
      await phone.open(url)
      expect(await phone.poll(flow)).toMatchObject(ended)
      return (await phone.poll(flow, token)).body
    }
    // An attacker drops the parameter from the address: the login's time is then unknown.
    const silent = (url: URL) => {
      for (const name of ['prompt', 'max_age', 'claims']) url.searchParams.delete(name)
    }
    expect(await prove(kim, silent)).toEqual({ state: 'failed', reason: 'provider' })
    expect(await isFresh(phone, token)).toBe(false)
    expect(await prove(kim)).toMatchObject({ state: 'proven', user: { account: user.account } })
    expect(await isFresh(phone, token)).toBe(true)
  })

  it('refuses another identity there, and creates no account for it', async () => {
    const phone = await openBrowser(app)
    const { token } = await phone.logIn('google', kim)
    const count = async () => (await app.store.db.selectFrom('login_accounts').select('id').execute()).length
    const before = await count()
    const { flow, uri } = await phone.begin('google', { prove: true }, token)
    const other = await openBrowser(app)
    await confirm(other, await other.visit(uri, 'nobody@mail.example'), 'approve')
    expect((await phone.poll(flow, token)).body).toEqual({ state: 'failed', reason: 'other' })
    expect(await count()).toBe(before)
  })

  it('is not proven by a provider of OAuth 2 alone, by both at once, nor without a session', async () => {
    const phone = await openBrowser(app)
    const { token } = await phone.logIn('github', kim)
    const begin = async (body: object, as?: string) =>
      (await phone.post('begin', { page: shop, prove: true, ...body }, as)).body.code
    for (const provider of ['github', 'facebook', 'x', 'discord'])
      expect(await begin({ provider }, token)).toBe('REQUEST_INVALID')
    expect(await begin({ provider: 'google', link: true }, token)).toBe('REQUEST_INVALID')
    expect(await begin({ provider: 'google' })).toBe('SIGN_IN_INVALID')
  })

  it('is not proven again by one more login, which any page may begin', async () => {
    const phone = await openBrowser(app)
    app.at.ahead -= 301_000
    const first = await phone.logIn('google', kim)
    app.at.ahead = 0
    const second = await phone.logIn('google', kim)
    expect(second.token.slice(0, 22)).not.toBe(first.token.slice(0, 22))
    expect(await isFresh(phone, second.token)).toBe(false)
  })

  it.each([
    ['google', 'another browser'],
    ['google', 'the same browser after signing out'],
    ['google', 'the same browser through another project'],
    ['github', 'the same browser after signing out'],
  ])('S5: is not proven by a login at %s that needs no prompt, in %s', async (provider, where) => {
    const [phone, lou] = [await openBrowser(app), `${provider}-${where.length}@mail.example`]
    const first = await phone.logIn(provider, lou)
    // Nothing was behind the account before.
    expect(await isFresh(phone, first.token)).toBe(true)
    if (where.includes('signing out')) {
      const body = { refresh: first.refresh }
      const call = { method: 'POST', path: 'login/signout', body, now: app.now() }
      expect((await phone.key.send(app, call)).status).toBe(200)
    }
    const again = where === 'another browser' ? await openBrowser(app) : phone
    const project = where.includes('project') ? 'other' : 'shop'
    const post = async (path: string, body: object, token?: string) => {
      const call = { method: 'POST', path: `login/social/${path}`, body, token, project, now: app.now() }
      const response = await again.key.send(app, call)
      return {
        status: response.status,
        body: (await response.json()) as Awaited<ReturnType<Browser['poll']>>['body'],
      }
    }
    const begun = await post('begin', { provider, page: shop })
    again.secrets.set(begun.body.flow, begun.body.secret)
    await again.visit(begun.body.uri, lou)
    const { session } = (await post('poll', { flow: begun.body.flow })).body
    expect(session).toMatchObject({ isProven: false, user: { account: first.user.account } })
    const late = await post('begin', { provider: 'github', page: shop, link: true }, session.token)
    expect(late).toMatchObject({ status: 403, body: { code: 'LOGIN_STEP_UP' } })
    if (provider !== 'google' || project !== 'shop') return
    // A login that the provider had them go through anew is one.
    await prove(again, session.token, lou)
    expect(await isFresh(again, session.token)).toBe(true)
  })
})

describe('F46: a provider that does not answer', () => {
  it('takes its own button with it, and nothing else', async () => {
    const other = await startTestProviders()
    await other.close()
    const app = await open({ SOCIAL_BASE_URL: other.variables.SOCIAL_BASE_URL })
    const phone = await openBrowser(app)
    for (let time = 0; time < 3; time++) {
      const { flow, uri } = await phone.begin('google')
      const page = await phone.open(uri)
      expect(page).toMatchObject({ status: 502, text: expect.stringContaining('Failed to initiate social') })
      expect((await phone.poll(flow)).body).toEqual({ state: 'failed', reason: 'provider' })
    }
    const { flow, uri } = await phone.begin('google', { returnTo: '/' })
    expect(linkIn((await phone.open(uri)).text)).toBe(`${shop}/?result_uri=${flow}`)
  })
})

it('T44: a login leaves nothing usable in storage or log', async () => {
  const phone = await openBrowser(app)
  const { flow, uri } = await phone.begin('google')
  const { url } = await phone.choose(await phone.reach(uri), ann)
  const { searchParams } = new URL(url)
  await phone.open(`${url}&x=1`)
  const rows = () => app.store.db.selectFrom('social_flows').selectAll().where('flow', '=', flow).execute()
  const kept = JSON.stringify(await rows())
  const { body } = await phone.poll(flow)
  const secrets = [
    searchParams.get('state'),
    searchParams.get('code'),
    body.session.token,
    body.session.refresh,
  ]
  for (const secret of secrets) expect(kept + app.lines.join('\n')).not.toContain(secret ?? 'none')
  expect(await rows()).toEqual([])
})
