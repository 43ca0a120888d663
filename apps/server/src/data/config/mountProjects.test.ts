import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import {
  allowedOriginsSchema,
  canonicalJson,
  featureIds,
  formatRouteUrl,
  getAllowedOrigins,
  getProjectConfig,
  projectConfigHeadText,
  projectConfigSchema,
  type RegistryHead,
  routeErrorSchema,
  toDigest,
} from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1' })
  await app.addProject('shop', ['https://shop.example', 'https://shop.example:8443'])
  await app.addProject('closed')
})
afterAll(() => app.close())

const configUrl = (projectId: string) =>
  formatRouteUrl('', getProjectConfig, { query: { projectId, st: 'appkit', sv: '1.0.0' } })
const originsUrl = (projectId: string) => formatRouteUrl('', getAllowedOrigins, { query: { projectId } })
const from = (origin: string) => ({ headers: { origin } })
const refusal = async (response: Response) => v.parse(routeErrorSchema, await response.json())

describe('GET /appkit/v1/config', () => {
  it('answers the features of the project', async () => {
    await app.store.write([
      app.store.compose
        .insertInto('project_features')
        .values([
          { project_id: 'shop', feature_id: 'social_login', is_enabled: 1, config: '["google","x"]' },
          { project_id: 'shop', feature_id: 'swap', is_enabled: 0, config: null },
          { project_id: 'shop', feature_id: 'onramp', is_enabled: 1, config: '{"not":"a list"}' },
          { project_id: 'shop', feature_id: 'activity', is_enabled: 1, config: 'not json' },
        ])
        .compile(),
    ])
    const response = await app.request(configUrl('shop'), from('https://shop.example'))
    expect(response.status).toBe(200)
    const { features } = v.parse(projectConfigSchema, await response.json())
    expect(features).toEqual([
      { id: 'activity', isEnabled: true, config: null },
      { id: 'onramp', isEnabled: true, config: null },
      { id: 'social_login', isEnabled: true, config: ['google', 'x'] },
      { id: 'swap', isEnabled: false, config: null },
    ])
  })

  it('T111 F23 a head vouches for just these flags of this project, by the directory’s key', async () => {
    const ask = async () => {
      const response = await app.request(configUrl('shop'), from('https://shop.example'))
      const { features, head } = v.parse(projectConfigSchema, await response.json())
      if (head === undefined) throw new Error('There is no head')
      return { features, head }
    }
    const { features, head } = await ask()
    expect(head).toMatchObject({ projectId: 'shop', digest: await toDigest(canonicalJson(features)) })
    expect(head.expires - head.issued).toBe(8 * 86_400_000)
    const x = { kty: 'OKP', crv: 'Ed25519', x: head.key }
    const key = createPublicKey({ key: x, format: 'jwk' })
    const isSigned = (of: typeof head) =>
      verify(null, Buffer.from(projectConfigHeadText(of)), key, Buffer.from(head.signature, 'base64url'))
    expect([isSigned(head), isSigned({ ...head, projectId: 'closed' })]).toEqual([true, false])
    const url = '/getRegistryHead?projectId=shop'
    const directory = (await (await app.request(url, from('https://shop.example'))).json()) as RegistryHead
    expect(head.key).toBe(directory.key)
    expect(await ask()).toEqual({ features, head })
  })

  it('lists every flag for the development project', async () => {
    const { features } = v.parse(
      projectConfigSchema,
      await (await app.request(configUrl('latchkey-dev'))).json(),
    )
    expect(features.map(({ id }) => id)).toEqual([...featureIds].sort())
  })
})

describe('GET /projects/v1/origins', () => {
  it('returns the list, also to a page outside of it, which learns that it is not listed', async () => {
    for (const origin of ['https://shop.example', 'https://evil.example']) {
      const response = await app.request(originsUrl('shop'), from(origin))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(v.parse(allowedOriginsSchema, await response.json())).toEqual({
        allowedOrigins: ['https://shop.example', 'https://shop.example:8443'],
      })
    }
  })

  it('answers an empty list for the development project', async () => {
    expect(await (await app.request(originsUrl('latchkey-dev'))).json()).toEqual({ allowedOrigins: [] })
  })
})

describe('who may call', () => {
  const dev = [
    'http://localhost:5173',
    'https://localhost',
    'http://app.localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ]
  it.each([
    ['shop', 'https://shop.example', true],
    ['shop', 'https://shop.example:8443', true],
    ['shop', 'https://shop.example:8444', false],
    ['shop', 'http://shop.example', false],
    ['shop', 'https://www.shop.example', false],
    ['shop', 'https://shop.example.evil.example', false],
    ['shop', 'https://SHOP.example', false],
    ['shop', 'https://shop.example/', false],
    ['shop', 'null', false],
    ['shop', 'http://localhost:5173', false],
    ['closed', 'https://shop.example', false],
    ['closed', 'http://localhost', false],
    ...dev.map(origin => ['latchkey-dev', origin, true] as const),
    ['latchkey-dev', 'http://localhost.evil.example', false],
    ['latchkey-dev', 'https://shop.example', false],
    ['latchkey-dev', 'null', false],
  ] as const)('T103 T105: %s from %s: %s', async (project, origin, allowed) => {
    const response = await app.request(configUrl(project), from(origin))
    expect(response.headers.get('vary')).toContain('Origin')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await app.request(configUrl(project), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    if (allowed) {
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
    } else {
      // The page may ask and may read that it is refused, and nothing else: that is how its widget can say so.
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await refusal(response)).toEqual({
        code: 'APKT002',
        message: 'Unauthorized: origin not allowed',
        reasons: [],
        requestId: response.headers.get('x-request-id'),
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('T103: a request from no page needs the project id alone', async () => {
    for (const project of ['shop', 'closed', 'latchkey-dev']) {
      const response = await app.request(configUrl(project))
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it.each([
    ['/appkit/v1/config', 400, 'APKT008', 'Project ID Missing'],
    ['/appkit/v1/config?projectId=', 400, 'APKT008', 'Project ID Missing'],
    ['/appkit/v1/config?projectId=nobody', 401, 'APKT007', 'Unauthorized: invalid key'],
    ['/appkit/v1/config?projectId=shop&projectId=closed', 401, 'APKT007', 'Unauthorized: invalid key'],
    ['/appkit/v1/config?projectId=shop&other=1', 400, 'REQUEST_INVALID', 'Invalid request'],
    ['/appkit/v1/config?projectId=shop&sv=1&sv=2', 400, 'REQUEST_INVALID', 'Invalid request'],
    ['/projects/v1/origins', 400, 'APKT008', 'Project ID Missing'],
    ['/projects/v1/origins?projectId=nobody', 401, 'APKT007', 'Unauthorized: invalid key'],
    ['/nothing', 404, 'ROUTE_NOT_FOUND', 'No such call'],
  ])('%s: %i %s', async (path, status, code, message) => {
    const response = await app.request(path)
    expect(response.status).toBe(status)
    const error = await refusal(response)
    expect(error).toMatchObject({ code, message })
    expect(error.requestId).toBe(response.headers.get('x-request-id'))
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('lets any page read that its project id is missing or wrong', async () => {
    for (const path of ['/appkit/v1/config', '/appkit/v1/config?projectId=nobody']) {
      const response = await app.request(path, from('https://evil.example'))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect((await app.request(path, { ...from('https://evil.example'), method: 'OPTIONS' })).ok).toBe(false)
    }
  })

  it('T108: no project id becomes part of a query', async () => {
    const attacks = [
      "' OR '1'='1",
      "shop' --",
      'shop; DROP TABLE projects',
      '%',
      '_hop',
      'shop\0',
      '" UNION SELECT 1,2,3 --',
    ]
    for (const attack of attacks) expect((await app.request(configUrl(attack))).status).toBe(401)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async id => {
        if (['shop', 'closed', 'latchkey-dev'].includes(id)) return
        expect([401, 429]).toContain((await app.request(configUrl(id))).status)
      }),
    )
    expect((await app.request(configUrl('shop'))).status).toBe(200)
  })

  it('serves the development project only where it is switched on', async () => {
    const production = await openApp()
    await production.addProject('latchkey-dev')
    const response = await production.request(configUrl('latchkey-dev'), from('http://localhost:5173'))
    expect(response.status).toBe(401)
    await production.close()
  })
})

describe('rate limits', () => {
  it('APKT010 with Retry-After, readable for the page, and through again after it', async () => {
    const time = { now: 0 }
    const limited = await openApp(
      { LATCHKEY_DEV: '1', RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '100' },
      { clock: () => time.now },
    )
    const page = from('http://localhost:1')
    for (let i = 0; i < 100; i++)
      expect((await limited.request(configUrl('latchkey-dev'), page)).status).toBe(200)
    const refused = await limited.request(configUrl('latchkey-dev'), page)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:1')
    expect(refused.headers.get('access-control-expose-headers')).toBe('Date, Retry-After, X-Request-Id')
    expect(await refusal(refused)).toMatchObject({ code: 'APKT010', message: 'Rate Limited' })
    const other = await limited.request(configUrl('latchkey-dev'), page, '203.0.113.8')
    expect(other.status).toBe(200)
    time.now = 1_000
    expect((await limited.request(configUrl('latchkey-dev'), page)).status).toBe(200)
    await limited.close()
  })

  it('T102: forged X-Forwarded-For and made-up project ids share one bucket', async () => {
    const limited = await openApp(
      { LATCHKEY_DEV: '1', RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '100' },
      { clock: () => 0 },
    )
    const statuses: Record<string, number[]> = { known: [], unknown: [] }
    for (let i = 0; i < 150; i++) {
      const forged = { headers: { 'x-forwarded-for': `10.0.${i}.1` } }
      statuses.known?.push((await limited.request(configUrl('latchkey-dev'), forged)).status)
      statuses.unknown?.push((await limited.request(configUrl(`guess${i}`), forged)).status)
    }
    expect(statuses.known?.filter(status => status === 200)).toHaveLength(100)
    // The hundredth is the first request of the other project, which was not in memory yet.
    expect(statuses.unknown?.filter(status => status === 401)).toHaveLength(99)
    await limited.close()
  })
})

it('F42: stays alive without its store, and readiness says why', async () => {
  const broken = await openApp({ LATCHKEY_DEV: '1' })
  await broken.store.close()
  const response = await broken.request(configUrl('latchkey-dev'))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refusal(response)).toMatchObject({ code: 'APKT009', message: 'Server Error', reasons: [] })
  const ready = await broken.request('/readyz')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await refusal(ready)).reasons).toEqual([{ name: 'store', description: 'closed' }])
  expect((await broken.request('/healthz')).status).toBe(200)
  await broken.close()
})

it('T110: logs the route and the outcome, and no query, origin, client or address', async () => {
  const quiet = await openApp({ LATCHKEY_DEV: '1' })
  await quiet.request(`${configUrl('latchkey-dev')}&clientId=canary`, from('http://canary.localhost'))
  await quiet.request('/canary/path?x=canary')
  await quiet.close()
  const lines = quiet.lines.map(line => JSON.parse(line))
  expect(lines.map(({ method, route, status, project }) => ({ method, route, status, project }))).toEqual([
    { method: 'GET', route: '/appkit/v1/config', status: 200, project: 'latchkey-dev' },
    { method: 'GET', route: 'none', status: 404, project: undefined },
  ])
  expect(quiet.lines.join('')).not.toMatch(/canary|203\.0\.113\.7|\?/)
})
