import { formatRouteUrl, getAnalyticsConfig, postAnalyticsEvent, routeErrorSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1' })
  await app.addProject('shop', ['https://shop.example'])
})
afterAll(() => app.close())

const page = 'http://app.localhost:3000'
const event = (more: object = {}) => ({
  eventId: crypto.randomUUID(),
  url: page,
  domain: 'app.localhost',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  ...more,
})
const send = (body: unknown, options: { project?: string; origin?: string | null } = {}) => {
  const { project = 'latchkey-dev', origin = page } = options
  return app.request(
    formatRouteUrl('', postAnalyticsEvent, { query: { projectId: project, clientId: 'canary-client' } }),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin === null ? {} : { origin }) },
      body: JSON.stringify(body),
    },
  )
}
const refusal = async (response: Response) => v.parse(routeErrorSchema, await response.json())

describe('GET /getAnalyticsConfig', () => {
  it('says what the project wants', async () => {
    const wants = async (projectId: string) =>
      (await app.request(formatRouteUrl('', getAnalyticsConfig, { query: { projectId } }))).json()
    expect(await wants('latchkey-dev')).toEqual({ isAnalyticsEnabled: true })
    expect(await wants('shop')).toEqual({ isAnalyticsEnabled: false })
  })
})

describe('POST /e', () => {
  it('stores an event once', async () => {
    const body = event()
    const first = await send(body)
    expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, page])
    expect(await first.json()).toEqual({ stored: true })
    expect(await (await send(body)).json()).toEqual({ stored: false })
  })

  it('stores nothing for a project that wants nothing', async () => {
    const body = event({ url: 'https://shop.example', domain: 'shop.example' })
    const response = await send(body, { project: 'shop', origin: 'https://shop.example' })
    expect(await response.json()).toEqual({ stored: false })
    const rows = await app.store.db
      .selectFrom('analytics_events')
      .selectAll()
      .where('project_id', '=', 'shop')
      .execute()
    expect(rows).toEqual([])
  })

  it('T103: a page outside the list is refused, after a question it may ask, in words it can read', async () => {
    const origin = 'https://evil.example'
    const preflight = await app.request('/e?projectId=shop', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
    const response = await send(event({ url: origin, domain: 'evil.example' }), { project: 'shop', origin })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
    expect(await refusal(response)).toMatchObject({
      code: 'APKT002',
      message: 'Unauthorized: origin not allowed',
    })
  })

  it('T103: refuses an event without a page', async () => {
    const response = await send(event(), { origin: null })
    expect([response.status, (await refusal(response)).code]).toEqual([403, 'APKT002'])
  })

  it.each([
    ['another page', { url: 'http://other.localhost:3000', domain: 'other.localhost' }, 'url'],
    ['an address', { url: `${page}/?email=canary@mail.example` }, 'url'],
    ['an unknown member', { email: 'canary@mail.example' }, 'email'],
    [
      'personal data',
      { props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: true, user: 'canary' } } },
      'props.properties.user',
    ],
  ])('T110: refuses %s', async (_name, more, place) => {
    const response = await send(event(more))
    const error = await refusal(response)
    expect([response.status, error.reasons.map(reason => reason.name)]).toEqual([400, [place]])
    expect(JSON.stringify(error)).not.toContain('canary')
  })

  it('T107: refuses an oversized event', async () => {
    const response = await send(event({ domain: 'x'.repeat(4_096) }))
    expect([response.status, (await refusal(response)).code]).toEqual([413, 'REQUEST_TOO_LARGE'])
  })

  it('T110: stores nothing about the sender', async () => {
    const rows = JSON.stringify([
      await app.store.db.selectFrom('analytics_events').selectAll().execute(),
      await app.store.db.selectFrom('analytics_days').selectAll().execute(),
    ])
    expect(rows).toContain('MODAL_OPEN')
    expect(rows).not.toMatch(/canary|203\.0\.113|app\.localhost:3000|1700000000000/)
    expect(app.lines.join('')).not.toMatch(/canary|203\.0\.113/)
  })
})
