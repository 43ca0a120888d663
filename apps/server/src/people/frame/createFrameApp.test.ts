import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFrameSite, readFrameVersion } from 'latchkey/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { createLog } from '../../core/log/createLog.ts'
import { createLocalShared } from '../../core/scale/createLocalShared.ts'
import { StoreError } from '../../core/store/storeError.ts'
import { createProjects, type Projects } from '../../projects/createProjects.ts'
import { createFrameApp } from './createFrameApp.ts'
import { type FrameBuild, readFrameBuild } from './readFrameBuild.ts'

const build: FrameBuild = {
  page: ['<html>', '<meta charset="utf-8"></html>'],
  inlineHashes: ["'sha256-map'"],
  files: new Map([
    [
      '/v1/assets/index-1.js',
      { type: 'text/javascript', body: new Uint8Array([1]), gzip: new Uint8Array([2, 2]) },
    ],
  ]),
  version: { code: 'a'.repeat(64), configuration: { custody: 'user' } },
}
const services = 'https://api.example'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1' })
  await app.addProject('shop', ['https://shop.example', 'https://www.shop.example'])
  await app.addProject('empty')
})
afterAll(() => app?.close())

function open(
  options: {
    development?: boolean
    isSecure?: boolean
    wait?: number
    forget?: readonly ['cache', 'storage']
    projects?: Projects
    lines?: string[]
  } = {},
) {
  const clock = () => performance.now()
  const shared = createLocalShared({ clock, log: createLog({ level: 'silent' }) })
  return createFrameApp({
    build,
    projects: options.projects ?? createProjects({ store: app.store, shared, clock, lifetime: 0 }),
    development: options.development ?? true,
    services,
    isSecure: options.isSecure ?? false,
    related: ['https://keys.example', 'https://old-keys.example'],
    forget: options.forget ?? [],
    clientAddress: () => '203.0.113.7',
    limiter: async () => options.wait ?? 0,
    log: createLog({ level: 'debug', sink: { write: line => options.lines?.push(line) } }),
  })
}

const policyOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map(part => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
const siteOf = async (response: Response) => {
  const [, content] = /<meta name="latchkey-site" content="([^"]*)">/.exec(await response.text()) ?? []
  return readFrameSite(content?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}

test('S11d: a stored origin that is more than an origin lets no page in, and widens nothing', async () => {
  const hostile = [
    'https://*',
    'https://*.shop.example',
    'https://a.example;sandbox',
    'https://a.example,https://b.example',
    'https://a.example',
  ]
  await app.addProject('wide', hostile)
  const response = await open().request('/v1/?projectId=wide', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).not.toContain('*')
  expect(policyOf(response)['frame-ancestors']).toBe('https://a.example')
  expect((await siteOf(response))?.origins).toEqual(['https://a.example'])
})

test('a project’s page may be embedded by its origins alone, and receives their list (T02)', async () => {
  const response = await open().request('/v1/?projectId=shop', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(200)
  expect(policyOf(response)).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'sha256-map'",
    'connect-src': services,
    'img-src': "'self'",
    'worker-src': "'none'",
    'frame-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    'frame-ancestors': 'https://shop.example https://www.shop.example',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.get('service-worker-allowed')).toBeNull()
  expect(await siteOf(response)).toEqual({
    projectId: 'shop',
    origins: ['https://shop.example', 'https://www.shop.example'],
    loopback: false,
    services,
    asked: 'cross-site',
  })
})

test.each([
  '',
  '?projectId=',
  '?projectId=nobody',
  '?projectId=empty',
  '?projectId=..%2Fshop',
  '?projectId=latchkey-dev',
])('%s may be embedded nowhere, and receives no list (T02)', async query => {
  const response = await open({ development: false }).request(`/v1/${query}`)
  expect(response.status).toBe(403)
  expect(policyOf(response)['frame-ancestors']).toBe("'none'")
  expect(await siteOf(response)).toBeUndefined()
})

test('T58: a page carries its project’s own addresses, under the name of the registry', async () => {
  const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
  const change = (addresses: string) =>
    app.store.write([
      app.store.compose.updateTable('projects').set({ addresses }).where('id', '=', 'shop').compile(),
    ])
  await change(JSON.stringify([till]))
  const site = await siteOf(await open().request('/v1/?projectId=shop'))
  expect(site?.payee).toEqual({ name: 'shop', addresses: [till] })
  await change('[]')
  expect((await siteOf(await open().request('/v1/?projectId=shop')))?.payee).toBeUndefined()
})

test('a project of development is shown by any page of this machine', async () => {
  const response = await open().request('/v1/?projectId=latchkey-dev')
  expect(policyOf(response)['frame-ancestors']).toContain(
    'http://localhost:* http://*.localhost:* http://127.0.0.1:*',
  )
  expect(await siteOf(response)).toMatchObject({ loopback: true, asked: null })
})

test('opened by itself it is in no sandbox; too often, it waits; on the day of need, browsers forget (T16)', async () => {
  const alone = await open().request('/v1/?projectId=shop', { headers: { 'sec-fetch-dest': 'document' } })
  expect(policyOf(alone).sandbox).toBeUndefined()
  const late = await open({ wait: 3 }).request('/v1/?projectId=shop')
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '3'])
  const cleared = await open({ forget: ['cache', 'storage'] }).request('/v1/?projectId=shop')
  expect(cleared.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(alone.headers.get('clear-site-data')).toBeNull()
})

test('F42: while the store is out it says so, logs it, and lets nothing else of it out', async () => {
  const lines: string[] = []
  const projects = {
    has: () => false,
    find: () => Promise.reject(new StoreError({ code: 'away', message: 'canary' })),
  }
  const response = await open({ projects, lines }).request('/v1/?projectId=shop')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(policyOf(response)).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  expect(await response.text()).not.toContain('canary')
  expect(lines).toEqual([expect.stringContaining('canary')])
})

test('T100: what is reached by TLS is never reached without it again, whatever is asked for', async () => {
  const projects = {
    has: () => false,
    find: () => Promise.reject(new StoreError({ code: 'away', message: 'canary' })),
  }
  for (const path of ['/v1/?projectId=shop', '/v1/?projectId=nobody', '/v1/assets/index-1.js', '/elsewhere'])
    for (const isSecure of [true, false]) {
      const { headers } = await open({ isSecure }).request(path)
      expect(headers.get('strict-transport-security'), path).toBe(
        isSecure ? 'max-age=63072000; includeSubDomains' : null,
      )
    }
  const failed = await open({ isSecure: true, projects }).request('/v1/?projectId=shop')
  expect(failed.headers.get('strict-transport-security')).toContain('max-age=')
})

test('T83: /version states the hash of the build and its configuration apart, for any caller', async () => {
  const response = await open().request('/version')
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(readFrameVersion(await response.text())).toEqual(build.version)
})

test('T86: /.well-known/webauthn lists the origins that may use passkeys of this name', async () => {
  const response = await open().request('/.well-known/webauthn')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toEqual({ origins: ['https://keys.example', 'https://old-keys.example'] })
})

test('T83: reads the version from the files that it serves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
  try {
    const page = `<html><meta charset="utf-8"><meta name="latchkey-build" content='{"custody":"user"}'></html>`
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'assets', 'index-1.js'), 'run()')
    const first = readFrameBuild(folder).version
    expect(first.configuration).toEqual({ custody: 'user' })
    writeFileSync(join(folder, 'assets', 'index-1.js'), 'run( )')
    expect(readFrameBuild(folder).version.code).not.toBe(first.code)
    writeFileSync(join(folder, 'assets', 'index-1.js'), 'run()')
    writeFileSync(join(folder, 'index.html'), page.replace('"user"', '"operator"'))
    expect(readFrameBuild(folder).version).toEqual({ ...first, configuration: { custody: 'operator' } })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('files come by their names alone, for good, and packed where that is understood', async () => {
  const plain = await open().request('/v1/assets/index-1.js')
  expect([plain.headers.get('content-encoding'), (await plain.arrayBuffer()).byteLength]).toEqual([null, 1])
  const packed = await open().request('/v1/assets/index-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.headers.get('content-encoding'), (await packed.arrayBuffer()).byteLength]).toEqual([
    'gzip',
    2,
  ])
  expect(packed.headers.get('cache-control')).toContain('immutable')
  expect(packed.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  for (const path of [
    '/',
    '/v1',
    '/v2/',
    '/v1/index.html',
    '/v1/assets/',
    '/v1/assets/..%2F..%2Fpackage.json',
    '/v1/assets/other.js',
  ]) {
    const missing = await open().request(path)
    expect(missing.status, path).toBe(404)
    expect(missing.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})
