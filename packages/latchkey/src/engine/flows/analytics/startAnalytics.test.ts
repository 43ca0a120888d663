import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { analyticsEventSchema } from '../../../contract/analytics.ts'
import type { FactMap } from '../../../contract/facts.ts'
import type { Features } from '../../../contract/options.ts'
import { createApi } from '../../base/api.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { systemRandom } from '../../base/random.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { startAnalytics } from './startAnalytics.ts'

const page = { origin: 'https://shop.example', hostname: 'shop.example' }
const address = 'eip155:10:0x71C7656EC7ab88b098defB751B7401B5f6d8976F' as const
const connected: FactMap['connected'] = {
  connectionId: 'secret-connection',
  walletId: 'rdns:io.metamask',
  walletName: 'ada@example.com',
  transport: 'injected',
  namespace: 'eip155',
  address,
  reconnected: false,
}

interface World {
  readonly features?: Features
  readonly enabled?: Reply | (() => Reply)
  readonly sink?: Reply
  readonly page?: typeof page & { readonly isPhone?: boolean }
  /** No other service than the one that takes events. */
  readonly isAlone?: boolean
}

async function setUp({
  features = { analytics: true },
  enabled,
  sink,
  page: on = page,
  isAlone = false,
}: World = {}) {
  const server = await startLoopback(({ url }) => {
    if (url === '/still') return {}
    if (url.startsWith('/e?')) return sink ?? { body: { stored: true } }
    return (typeof enabled === 'function' ? enabled() : enabled) ?? { body: { isAnalyticsEnabled: true } }
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = createFakeClock(1_700_000_000_000)
  let config = resolveConfig({
    projectId: 'p1',
    features,
    endpoints: {
      ...(!isAlone && { directory: server.url }),
      analytics: server.url,
      rpc: 'https://rpc.example/secret-key',
    },
  })
  const facts = createFacts()
  const api = createApi({ config, clock })
  const alerts: unknown[] = []
  const ctx = {
    get config() {
      return config
    },
    clock,
    random: systemRandom,
    facts,
    api: async () => api,
    alert: (...told: unknown[]) => void alerts.push(told),
    signal: new AbortController().signal,
  }
  const stop = startAnalytics(ctx, {
    page: on,
    told: [{ type: 'opened', fact: { view: 'Connect', connected: false } }],
  })
  onTestFinished(stop)
  const heard = () => server.heard.filter(({ url }) => url !== '/still')
  const bodies = () =>
    server.heard.filter(({ url }) => url.startsWith('/e?')).map(({ body }) => JSON.parse(body))
  return {
    heard,
    /** A round trip to the same server later: what was sent before has been heard. */
    async quiet() {
      for (let times = 0; times < 3; times++) await fetch(`${server.url}/still`)
    },
    facts,
    alerts,
    bodies,
    events: () => bodies().map(({ props }) => props.event),
    /** Waits until the sink was asked so often. */
    sent: async (count: number) => expect.poll(() => bodies().length).toBe(count),
    turn: (analytics: boolean) => {
      config = { ...config, features: { analytics } }
    },
  }
}

test('sends earlier events once the services said that the project wants events', async () => {
  const { sent, heard, bodies } = await setUp()
  await sent(2)
  expect(heard()[0]?.url).toBe('/getAnalyticsConfig?projectId=p1&st=latchkey&sv=0.0.0')
  expect(heard()[1]).toMatchObject({ method: 'POST', url: '/e?projectId=p1&st=latchkey&sv=0.0.0' })
  expect(bodies().map(({ props }) => props)).toEqual([
    { type: 'track', event: 'INITIALIZE', properties: { namespaces: [] } },
    { type: 'track', event: 'MODAL_OPEN', properties: { connected: false, view: 'Connect' } },
  ])
  expect(bodies()[0]).toMatchObject({
    url: page.origin,
    domain: page.hostname,
    timestamp: 1_700_000_000_000,
    eventId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  })
})

test('facts become the events of SPEC §7, each as the contract takes it', async () => {
  const { sent, facts, events, bodies } = await setUp()
  await sent(2)
  facts.emit('connected', connected)
  facts.emit('connectFailed', { walletId: 'rdns:io.metamask', code: 'UNKNOWN', kind: 'bug' })
  facts.emit('connectFailed', { walletId: 'rdns:io.metamask', code: 'CONNECTION_REJECTED', kind: 'rejected' })
  facts.emit('disconnected', { connectionId: 'c1', namespace: 'eip155', by: 'wallet' })
  const result = { hash: `0x${'1'.repeat(64)}` }
  facts.emit('sent', { id: 'draft', namespace: 'eip155', caipNetworkId: 'eip155:10', kind: 'token', result })
  facts.emit('closed', { connected: false })
  facts.emit('viewChanged', { view: 'Networks' })
  await sent(7)
  expect(events().slice(2).sort()).toEqual([
    'CONNECT_SUCCESS',
    'DISCONNECT_SUCCESS',
    'INTERNAL_SDK_ERROR',
    'MODAL_CLOSE',
    'SEND_SUCCESS',
  ])
  // Neither hash nor address, neither amount nor token.
  const success = bodies().find(({ props }) => props.event === 'SEND_SUCCESS')
  expect(success?.props.properties).toEqual({
    namespace: 'eip155',
    caipNetworkId: 'eip155:10',
    kind: 'token',
  })
  for (const body of bodies()) expect(v.safeParse(analyticsEventSchema, body).issues).toBeUndefined()
  expect(bodies().find(({ props }) => props.event === 'CONNECT_SUCCESS')?.props.properties).toEqual({
    method: 'browser',
    namespace: 'eip155',
    caipNetworkId: 'eip155:10',
    wallet: 'io.metamask',
    reconnect: false,
  })
})

test.each([
  ['injected', false, 'browser'],
  ['injected', true, 'browser'],
  ['pairing', false, 'qrcode'],
  ['pairing', true, 'mobile'],
] as const)('how a wallet was reached: %s, on a phone %s: %s', async (transport, isPhone, method) => {
  const { sent, facts, bodies } = await setUp({ page: { ...page, isPhone } })
  await sent(2)
  facts.emit('connected', { ...connected, transport })
  await sent(3)
  expect(bodies()[2]?.props.properties).toMatchObject({ method })
})

test.each([
  ['email', 'email'],
  ['github', 'social'],
  ['farcaster', 'social'],
  ['passkey', 'passkey'],
])('how the embedded wallet was reached: by %s is %s', async (name, method) => {
  const { sent, facts, bodies } = await setUp()
  await sent(2)
  facts.emit('connected', { ...connected, transport: 'embedded', walletId: `embedded:${name}` })
  await sent(3)
  expect(bodies()[2]?.props.properties).toMatchObject({ method })
})

test('SPEC §7 SOCIAL_LOGIN_SUCCESS names the provider and no visitor', async () => {
  const { sent, facts, bodies } = await setUp()
  await sent(2)
  facts.emit('socialLoggedIn', { provider: 'farcaster' })
  await sent(3)
  expect(bodies()[2]?.props).toEqual({
    type: 'track',
    event: 'SOCIAL_LOGIN_SUCCESS',
    properties: { provider: 'farcaster' },
  })
})

test.each([
  ['a wallet that calls itself an address', 'rdns:0x71c7656ec7ab88b098defb751b7401b5f6d8976f'],
  ['a wallet that calls itself an email', 'rdns:ada@example.com'],
  ['a wallet that calls itself a URL', 'custom:https://evil.example/?q=1'],
])('T110 %s: the event counts without the word', async (_title, walletId) => {
  const { sent, facts, bodies } = await setUp()
  await sent(2)
  facts.emit('connected', { ...connected, walletId })
  await sent(3)
  expect(bodies()[2]?.props.properties).not.toHaveProperty('wallet')
})

test('T110 no payload has an address, an email, an RPC URL, or more of the page than its origin', async () => {
  const { sent, facts, heard, alerts } = await setUp()
  await sent(2)
  facts.emit('connected', connected)
  facts.emit('accountChanged', { namespace: 'eip155', address })
  facts.emit('alert', {
    code: 'UNKNOWN',
    level: 'error',
    text: 'ada@example.com 0x71C7656EC7ab88b098defB751B7401B5',
  })
  facts.emit('disconnected', { connectionId: 'secret-connection', namespace: 'eip155', by: 'app' })
  await sent(5)
  const sentText = heard()
    .map(({ url, body }) => `${url} ${body}`)
    .join('\n')
  expect(sentText).not.toMatch(/0x[\da-f]{6}|@|rpc\.example|secret-key|secret-connection/i)
  expect(alerts).toEqual([])
})

test('a page without an origin reports nothing', async () => {
  const { heard, quiet } = await setUp({ page: { origin: 'null', hostname: '' } })
  await quiet()
  expect(heard().map(({ method }) => method)).not.toContain('POST')
})

test.each<[string, World]>([
  ['the host has not turned it on', { features: {} }],
  ['the host turned it off', { features: { analytics: false } }],
])('off: zero requests when %s', async (_title, world) => {
  const { heard, facts, quiet } = await setUp(world)
  facts.emit('opened', { view: 'Connect', connected: false })
  facts.emit('connected', connected)
  await quiet()
  expect(heard()).toEqual([])
})

test.each<[string, Reply]>([
  ['the project wants none', { body: { isAnalyticsEnabled: false } }],
  ['the services do not say', { status: 503 }],
])('no event leaves the page when %s', async (_title, enabled) => {
  const { heard, facts, quiet } = await setUp({ enabled })
  facts.emit('connected', connected)
  await quiet()
  expect(heard().map(({ url }) => url.split('?')[0])).toEqual(['/getAnalyticsConfig'])
})

test('asks an unanswered question again with the next opening, and loses nothing until then', async () => {
  const replies: Reply[] = [{ status: 503 }, { body: { isAnalyticsEnabled: true } }]
  let asked = 0
  const { facts, sent, quiet } = await setUp({
    enabled: () => replies[asked++] ?? { status: 500 },
  })
  await quiet()
  facts.emit('opened', { view: 'Connect', connected: false })
  await sent(3)
})

test('the switch holds for every event: turned off later, nothing more is sent', async () => {
  const { sent, facts, turn, bodies, quiet } = await setUp()
  await sent(2)
  turn(false)
  facts.emit('connected', connected)
  await quiet()
  expect(bodies()).toHaveLength(2)
  turn(true)
  facts.emit('connected', connected)
  await sent(3)
})

test('turned off while the services were asked, what waited is sent never', async () => {
  const { turn, bodies, quiet, facts, sent, events } = await setUp()
  turn(false)
  await quiet()
  expect(bodies()).toEqual([])
  turn(true)
  facts.emit('connected', connected)
  await sent(1)
  expect(events()).toEqual(['CONNECT_SUCCESS'])
})

test('reports a 403 once, and ends', async () => {
  const { sent, facts, alerts, bodies, quiet } = await setUp({
    sink: { status: 403, body: { message: 'Unauthorized: origin not allowed' } },
  })
  await sent(2)
  await expect.poll(() => alerts).toEqual([['APKT002', { origin: page.origin }]])
  facts.emit('connected', connected)
  facts.emit('opened', { view: 'Connect', connected: false })
  await quiet()
  expect(bodies()).toHaveLength(2)
  expect(alerts).toHaveLength(1)
})

// Where there is a directory, the code that asked it for the origins reports it.
test.each([
  ['the service of events alone', true, [['APKT002', { origin: page.origin }]]],
  ['the directory as well', false, []],
])('reports a 403 to the question whether events are wanted once: %s', async (_of, isAlone, told) => {
  const { facts, alerts, heard, quiet } = await setUp({
    isAlone,
    enabled: { status: 403, body: { message: 'Unauthorized: origin not allowed' } },
  })
  await quiet()
  await expect.poll(() => alerts).toEqual(told)
  facts.emit('opened', { view: 'Connect', connected: false })
  await quiet()
  expect(heard().map(({ url }) => url.split('?')[0])).toEqual(['/getAnalyticsConfig'])
  expect(alerts).toEqual(told)
})

test.each([429, 500, 413])('a %s loses the event without an error', async status => {
  const { sent, facts, alerts } = await setUp({ sink: { status } })
  await sent(2)
  facts.emit('connected', connected)
  await sent(3)
  expect(alerts).toEqual([])
})
