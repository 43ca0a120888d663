import { expect, onTestFinished, test } from 'vitest'
import type { LatchkeyOptions } from '../contract/options.ts'
import { resolveConfig } from './base/config.ts'
import { createFacts } from './base/facts.ts'
import { createMemoryStorage } from './base/pageStorage.ts'
import { createEngine } from './createEngine.ts'
import { createFakeClock } from './fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from './fixtures/startLoopback.ts'

const page = { origin: 'https://shop.example', hostname: 'shop.example' }

/** The calls of this chunk; the wallet list asks for itself. */
const isOurs = /^\/(appkit|projects|e$|getAnalyticsConfig|v1)/

async function setUp(
  reply: (request: Heard) => Reply,
  options: Partial<LatchkeyOptions> & { readonly parts?: readonly string[] } = {},
) {
  const { parts = ['api', 'directory', 'analytics'], ...rest } = options
  const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
  Object.defineProperty(globalThis, 'location', { value: page, configurable: true })
  const server = await startLoopback(reply)
  const clock = createFakeClock()
  const facts = createFacts()
  const alerts: string[] = []
  const notices: string[] = []
  facts.on('alert', ({ code }) => alerts.push(code))
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'p1',
      endpoints: Object.fromEntries(parts.map(part => [part, server.url])),
      storage: createMemoryStorage(),
      ...rest,
    }),
    facts,
    clock,
    // The wallet list asks, and complains, for itself.
    directory: {
      page: async () => ({ data: [], count: 0, source: 'directory' }),
      image: async () => undefined,
    },
    notify: ({ message }) => notices.push(message),
  })
  onTestFinished(async () => {
    engine.destroy()
    await server[Symbol.asyncDispose]()
    if (before) Object.defineProperty(globalThis, 'location', before)
    else Reflect.deleteProperty(globalThis, 'location')
  })
  const open = () => facts.emit('opened', { view: 'Connect', connected: false })
  return {
    server,
    engine,
    facts,
    clock,
    alerts,
    notices,
    open,
    /** A round trip to the same server later: what was asked before has been heard and answered. */
    async quiet() {
      for (let times = 0; times < 3; times++) await fetch(`${server.url}/still`).catch(() => undefined)
    },
    paths: () =>
      server.heard
        .map(({ url }) => url.split('?')[0])
        .filter(path => path !== undefined && isOurs.test(path))
        .sort(),
    /** The visitor opens the widget, and its first picture has been there for a moment. */
    async visit() {
      open()
      await clock.reach(120)
    },
  }
}

const good = ({ url }: Heard): Reply => {
  if (url.startsWith('/projects/')) return { body: { allowedOrigins: [] } }
  if (url.startsWith('/appkit/'))
    return { body: { features: [{ id: 'branding', isEnabled: true, config: null }] } }
  if (url.startsWith('/getAnalyticsConfig')) return { body: { isAnalyticsEnabled: true } }
  return { body: { stored: true } }
}

test('requests config and origins with the first opening, once a page', async () => {
  const { paths, visit, open, engine, clock } = await setUp(good)
  expect(paths()).toEqual([])
  await visit()
  await expect.poll(paths).toEqual(['/appkit/v1/config', '/projects/v1/origins'])
  expect(engine.ctx.remote.getState().branding).toBeUndefined()
  await expect
    .poll(() => {
      engine.ctx.flags.apply()
      return engine.ctx.remote.getState().branding
    })
    .toBe(true)
  open()
  clock.advance(1_000)
  expect(paths()).toHaveLength(2)
})

test('without endpoints it loads and requests nothing', async () => {
  const { open, paths, clock, quiet } = await setUp(good, { parts: [] })
  open()
  clock.advance(120)
  await quiet()
  expect(paths()).toEqual([])
})

test('basic mode asks neither for config nor for origins', async () => {
  const { visit, paths, quiet } = await setUp(good, { basic: true })
  await visit()
  await quiet()
  expect(paths()).toEqual([])
})

test('analytics: off by default; when on, it reports from the first opening', async () => {
  const { visit, paths } = await setUp(good, { features: { analytics: true } })
  await visit()
  await expect.poll(() => paths().filter(path => path === '/e')).toHaveLength(2)
})

test('SPEC §5 on a page outside the list the visitor gets a notice and the developer APKT002', async () => {
  const { visit, alerts, notices } = await setUp(request =>
    request.url.startsWith('/projects/')
      ? { body: { allowedOrigins: ['https://other.example'] } }
      : good(request),
  )
  await visit()
  await expect.poll(() => [alerts, notices]).toEqual([['APKT002'], ['Invalid App Configuration']])
})

test('reports once what both calls refuse', async () => {
  const { visit, alerts, paths, quiet } = await setUp(() => ({
    status: 403,
    body: { message: 'Unauthorized: origin not allowed' },
  }))
  await visit()
  await expect.poll(() => alerts).toEqual(['APKT002'])
  await expect.poll(paths).toHaveLength(2)
  await quiet()
  expect(alerts).toEqual(['APKT002'])
})

test.each<[string, Reply, readonly string[]]>([
  ['F22 429', { status: 429 }, ['APKT010']],
  ['F22 503', { status: 503 }, ['APKT009']],
  ['a key they do not know', { status: 401, body: { message: 'Unauthorized: invalid key' } }, ['APKT007']],
  ['no key', { status: 400, body: { message: 'Project ID Missing' } }, ['APKT008']],
])('%s is an alert and no notice', async (_title, reply, codes) => {
  const { visit, alerts, notices } = await setUp(() => reply)
  await visit()
  await expect.poll(() => alerts).toEqual(codes)
  expect(notices).toEqual([])
})

test('F23 without the services the flags stay the host’s own, and no notice is shown', async () => {
  const { visit, alerts, notices, server, engine, quiet } = await setUp(() => 'cut', {
    features: { branding: true },
  })
  await visit()
  await expect.poll(() => server.heard.length).toBeGreaterThanOrEqual(2)
  await quiet()
  expect([alerts, notices, engine.ctx.remote.getState()]).toEqual([[], [], {}])
})
