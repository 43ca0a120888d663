import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateDevstack } from '../stack/locateDevstack.ts'
import { planPorts } from '../stack/ports.ts'
import { createPageApp, type PageName } from './createPageApp.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-built-'))
  mkdirSync(join(folder, 'built', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'built', 'phone'))
  writeFileSync(join(folder, 'built', 'phone', 'index.html'), 'the phone')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'built', 'index.html'), 'the shop')
  writeFileSync(join(folder, 'built', 'gallery.html'), 'the gallery')
  writeFileSync(join(folder, 'built', 'assets', 'app-1234.js'), 'code')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (path: string, host = 'localhost:4400', page: PageName = 'playground') =>
  createPageApp({
    folder: join(folder, 'built'),
    page,
    describe: () => locateDevstack(planPorts(4400)),
  }).request(path, { headers: { host } })
const getPhone = (path: string) => get(path, 'localhost:4403', 'phone')

test.each([
  ['/', 'the shop', 'no-cache'],
  ['/?theme=dark', 'the shop', 'no-cache'],
  ['/gallery', 'the gallery', 'no-cache'],
  ['/gallery.html', 'the gallery', 'no-cache'],
  ['/assets/app-1234.js', 'code', 'public, max-age=31536000, immutable'],
])('%s is served', async (path, text, caching) => {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('cache-control')).toBe(caching)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  '/nothing',
  '/phone/',
  '/phone/index.html',
  '/assets/nothing.js',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
])('%s is not there', async path => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('secret')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['/', 'the phone'],
  ['/wc?uri=wc%3Aabc%402', 'the phone'],
  ['/wc?requestId=1&sessionTopic=ab', 'the phone'],
  ['/assets/app-1234.js', 'code'],
])('the phone wallet serves %s', async (path, text) => {
  const answer = await getPhone(path)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(text)
})

test.each(['/index.html', '/gallery', '/phone/index.html', '/wc/more', '/../secret.txt'])(
  'the phone wallet has no %s',
  async path => {
    expect((await getPhone(path)).status).toBe(404)
  },
)

test('T92 the phone wallet runs its own code alone, in no frame, and sends no referrer', async () => {
  const { headers } = await getPhone('/wc?uri=wc%3Aabc%402')
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect((await get('/')).headers.get('content-security-policy')).toBeNull()
})

test('the page learns where everything is', async () => {
  const answer = await get('/devstack.json')
  expect(await answer.json()).toMatchObject({
    projectId: 'latchkey-dev',
    services: 'http://localhost:4401',
    relay: 'ws://localhost:4401/relay',
    phone: 'http://localhost:4403',
    faucet: 'http://localhost:4406/faucet',
    chains: [
      { id: 31337, name: 'Alder', testnet: false },
      { id: 31338, name: 'Birch', testnet: false },
      { id: 31339, name: 'Cedar Testnet', testnet: true },
    ],
  })
})

test.each([
  ['127.0.0.1:4400', 200],
  ['shop.localhost:4400', 200],
  ['localhost:8080', 200],
  ['rebound.example', 403],
])('asked as %s it answers %d', async (host, status) => {
  expect((await get('/', host)).status).toBe(status)
})
