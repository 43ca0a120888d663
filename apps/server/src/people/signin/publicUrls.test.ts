import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { openPage, shop, switchOn } from './page.fixture.ts'

async function statusWith(htu: string, environment: Record<string, string>, headers = {}): Promise<number> {
  const app = await openApp(environment)
  onTestFinished(() => app.close())
  await app.addProject('shop', [shop])
  await switchOn(app)
  const page = await openPage(app)
  const dpop = await page.prove('POST', 'verify', { htu })
  return (await page.post('verify', await page.sign(), { dpop, ...headers })).status
}

describe('T32: the URL that a proof is for', () => {
  it.each([
    ['http://localhost/v1/signin/verify', 200],
    ['https://localhost/v1/signin/verify?x=1#y', 200],
    ['http://api.example/v1/signin/verify', 401],
    ['http://localhost/v1/signin/session', 401],
  ])('without PUBLIC_URLS is what the request itself says: %s', async (htu, status) => {
    expect(await statusWith(htu, {})).toBe(status)
  })

  it.each([
    ['https://api.example/v1/signin/verify', 200],
    ['https://www.shop.example/latchkey/v1/signin/verify', 200],
    ['http://api.example/v1/signin/verify', 401],
    ['https://www.shop.example/v1/signin/verify', 401],
    ['http://localhost/v1/signin/verify', 401],
  ])('with PUBLIC_URLS is one of these: %s', async (htu, status) => {
    const environment = { PUBLIC_URLS: 'https://api.example, https://www.shop.example/latchkey/' }
    expect(await statusWith(htu, environment)).toBe(status)
  })
})

describe('S11k: without PUBLIC_URLS', () => {
  it('a server in production does not start', () => {
    expect(() => parseEnvironment({ NODE_ENV: 'production' })).toThrow(
      'PUBLIC_URLS must be set in production',
    )
    const set = { NODE_ENV: 'production', PUBLIC_URLS: 'https://api.example' }
    expect(parseEnvironment(set).signIn.publicUrls).toEqual(['https://api.example'])
  })

  it.each([{}, { NODE_ENV: 'test' }, { NODE_ENV: 'production', LATCHKEY_DEV: '1' }])(
    'one for development or tests does: %j',
    environment => expect(parseEnvironment(environment).signIn.publicUrls).toEqual([]),
  )
})

it.each([
  'api.example',
  'ftp://api.example',
  'https://u:p@api.example',
  'https://api.example/?a',
  'https://',
])('PUBLIC_URLS=%s is refused', url => {
  expect(() => parseEnvironment({ PUBLIC_URLS: url })).toThrow(
    'PUBLIC_URLS must list URLs such as https://api.example.com, separated by commas',
  )
})
