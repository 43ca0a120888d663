import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Providers } from '../../../../devstack/src/providers/startProviders.ts'
import { wallet } from '../signin/deviceKey.fixture.ts'
import {
  type Browser,
  confirm,
  linkIn,
  openBrowser,
  openSocial,
  type SocialApp,
  shop,
  startTestProviders,
} from './social.fixture.ts'

const ann = 'ann@mail.example'
let providers: Providers
let app: SocialApp
let phone: Browser

beforeAll(async () => {
  providers = await startTestProviders()
  app = await openSocial(providers)
  phone = await openBrowser(app)
})
afterAll(async () => {
  await app.close()
  await providers.close()
})

/** What the provider's page leads to, for a login that this browser began. */
async function comeBack(returnTo?: string) {
  const { flow, uri } = await phone.begin('google', returnTo === undefined ? {} : { returnTo })
  const { url } = await phone.choose(await phone.reach(uri), ann)
  return { flow, url: new URL(url) }
}

describe('T50: each provider is named the one address', () => {
  it.each(['google', 'apple', 'github', 'discord', 'x', 'facebook'])(
    'of %s, whatever host or path the wallet’s page was asked for by',
    async provider => {
      const hosts = [
        {},
        { host: 'evil.example' },
        { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
        { forwarded: 'host=evil.example' },
        { origin: 'https://evil.example', referer: 'https://evil.example/' },
      ]
      for (const headers of hosts) {
        const { uri } = await phone.begin(provider)
        const { pathname } = new URL(uri)
        const query = '?alone&redirect_uri=https://evil.example/&returnTo=//evil.example'
        const page = await app.pages.request(pathname + query, { headers })
        const asked = new URL(linkIn(await page.text()))
        expect(asked.searchParams.getAll('redirect_uri')).toEqual([`${wallet}/cb/${provider}`])
      }
    },
  )
})

describe('T50: no other path of the wallet takes an answer', () => {
  it.each([
    '/cb/google/',
    '/cb//google',
    '//cb/google',
    '/cb/google/evil',
    '/cb/google%2fevil',
    '/cb/google%00',
    '/cb/google;evil',
    '/cb/google@evil.example',
    '/cb/google.evil.example',
    '/cb/Google',
    '/CB/google',
    '/cb/',
    '/cb',
    '/cb/github',
    '/cb/apple',
    '/cb/passkey',
    '/cb/farcaster',
    '/social/google',
    '/x/cb/google',
  ])('%s', async path => {
    const { flow, url } = await comeBack()
    const at = `${wallet}${path}${url.search}`
    const answer = await app.pages.request(at.slice(wallet.length))
    expect([404, 410]).toContain(answer.status)
    expect(answer.headers.get('location')).toBe(null)
    expect(linkIn(await answer.text())).toBe('nowhere')
    expect((await phone.poll(flow)).body.state).toBe('waiting')
  })
})

describe('T50: an answer leads to the page that asked, whatever it says of the way back', () => {
  it.each([
    'redirect_uri=https://evil.example/',
    'result_uri=https://evil.example/',
    'returnTo=//evil.example',
    'return_to=https://evil.example',
    'page=https://evil.example',
    'next=https://evil.example&url=https://evil.example&continue=//evil.example',
    'flow=Aaaaaaaaaaaaaaaaaaaaaa',
  ])('%s', async more => {
    const { flow, url } = await comeBack('/cart?step=2')
    const asked = await phone.open(`${url}&${more}`)
    expect(linkIn((await confirm(phone, asked)).text)).toBe(`${shop}/cart?step=2&result_uri=${flow}`)
    expect((await phone.poll(flow)).body.state).toBe('done')
  })

  it('is not taken with two states, and the login goes on with the one of its own', async () => {
    const { flow, url } = await comeBack()
    const [, state = ''] = /[?&]state=([^&]+)/.exec(url.search) ?? []
    expect((await phone.open(`${url}&state=${state}`)).status).toBe(410)
    expect((await phone.poll(flow)).body.state).toBe('waiting')
  })
})

describe('T50: the services take no way back but a path', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '@evil.example',
    '.evil.example',
    ':80@evil.example/',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\r\nlocation: https://evil.example',
    '',
    '?a',
    '#a',
  ])('%j', async returnTo => {
    const { status, body } = await phone.post('begin', { provider: 'google', page: shop, returnTo })
    expect([status, body.code]).toEqual([400, 'REQUEST_INVALID'])
  })

  it.each(['https://evil.example', `${shop}.evil.example`, `${shop}/path`, `${shop}@evil.example`, 'null'])(
    'nor another page than one of the project: %s',
    async page => {
      const { status } = await phone.post('begin', { provider: 'google', page })
      expect([400, 403]).toContain(status)
    },
  )
})
