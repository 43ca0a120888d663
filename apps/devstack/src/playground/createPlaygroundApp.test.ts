import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateDevstack } from '../stack/locateDevstack.ts'
import { planPorts } from '../stack/ports.ts'
import { createPlaygroundApp } from './createPlaygroundApp.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-built-'))
  mkdirSync(join(folder, 'built', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'built', 'index.html'), 'the shop')
  writeFileSync(join(folder, 'built', 'gallery.html'), 'the gallery')
  writeFileSync(join(folder, 'built', 'assets', 'app-1234.js'), 'code')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (path: string, host = 'localhost:4400') =>
  createPlaygroundApp({
    folder: join(folder, 'built'),
    description: locateDevstack(planPorts(4400)),
  }).request(path, { headers: { host } })

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

test.each(['/nothing', '/assets/nothing.js', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
  '%s is not there',
  async path => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test('the page learns where everything is', async () => {
  const answer = await get('/devstack.json')
  expect(await answer.json()).toMatchObject({
    projectId: 'latchkey-dev',
    services: 'http://localhost:4401',
    faucet: 'http://localhost:4406/faucet',
    chains: [
      { id: 31337, name: 'Latchkey One', testnet: false },
      { id: 31338, name: 'Latchkey Two', testnet: false },
      { id: 31339, name: 'Latchkey Testnet', testnet: true },
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
