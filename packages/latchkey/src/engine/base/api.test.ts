import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { LatchkeyError } from '../../contract/error.ts'
import { imageSchema } from '../../contract/images.ts'
import { projectQuery, route } from '../../contract/route.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { createApi } from './api.ts'
import { systemClock } from './clock.ts'

const addressed = route({
  method: 'GET',
  path: '/v1/account/{address}/things',
  params: v.strictObject({ address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{2,40}$/)) }),
  query: v.strictObject({ ...projectQuery, chainId: v.string(), cursor: v.optional(v.string()) }),
  response: v.object({ things: v.array(v.object({ id: v.number() })) }),
  errors: [],
})
const posted = route({
  method: 'POST',
  path: '/v1/things',
  query: v.strictObject(projectQuery),
  body: v.strictObject({ name: v.string() }),
  response: v.object({ ok: v.boolean() }),
  errors: [],
})
const picture = route({
  method: 'GET',
  path: '/getPicture/{id}',
  params: v.strictObject({ id: v.string() }),
  query: v.strictObject(projectQuery),
  response: imageSchema,
  errors: [],
})

const values = { params: { address: '0xab' }, query: { chainId: 'eip155:1' } }
const things = { body: { things: [{ id: 7, secret: 'dropped' }], more: 1 } }

function apiAt(url: string, clock = systemClock, signal?: AbortSignal) {
  const config = { projectId: 'p1', endpoints: { api: url, directory: `${url}/dir/`, images: url } }
  return createApi({ config, clock, ...(signal && { signal }) })
}

async function fault(run: Promise<unknown>): Promise<LatchkeyError> {
  return run.then(
    () => expect.unreachable('it should have failed'),
    (error: LatchkeyError) => error,
  )
}

describe('a call', () => {
  it('goes to the base URL of its service with the project, sdk type and version', async () => {
    await using server = await startLoopback(({ method }) =>
      method === 'POST' ? { body: { ok: true } } : things,
    )
    const api = apiAt(server.url)
    await api.call(addressed, values)
    await api.call(addressed, { ...values, service: 'directory' })
    await api.call(posted, { body: { name: 'n' } })
    const said = 'projectId=p1&st=latchkey&sv=0.0.0'
    expect(server.heard.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', `/v1/account/0xab/things?chainId=eip155%3A1&${said}`, ''],
      ['GET', `/dir/v1/account/0xab/things?chainId=eip155%3A1&${said}`, ''],
      ['POST', `/v1/things?${said}`, '{"name":"n"}'],
    ])
  })

  it('answers what its schema knows, typed, and drops the rest', async () => {
    await using server = await startLoopback(() => things)
    const answer = await apiAt(server.url).call(addressed, values)
    expectTypeOf(answer).toEqualTypeOf<{ things: { id: number }[] }>()
    expect(answer).toEqual({ things: [{ id: 7 }] })
  })

  it('without an endpoint asks nothing', async () => {
    const api = createApi({
      config: { projectId: 'p1' },
      clock: systemClock,
      fetch: () => expect.unreachable('nothing may be asked'),
    })
    expect(await fault(api.call(addressed, values))).toMatchObject({
      code: 'CONFIG_INVALID',
      context: { option: 'endpoints.api' },
    })
  })

  it.each(['..', '.', '', '0xab/../../admin', '%2e%2e'])('refuses the path value %j', async address => {
    await using server = await startLoopback(() => things)
    await fault(apiAt(server.url).call(addressed, { ...values, params: { address } }))
    expect(server.heard).toEqual([])
  })
})

describe('a refusal', () => {
  const cases: readonly (readonly [string, Reply, object])[] = [
    [
      'origin',
      { status: 403, body: { code: 'APKT002', message: 'Unauthorized: origin not allowed' } },
      { code: 'APKT002' },
    ],
    ['key', { status: 401, body: { message: 'Unauthorized: invalid key' } }, { code: 'APKT007' }],
    ['clock', { status: 401, body: { message: 'JWT is not yet valid: x' } }, { code: 'APKT006' }],
    ['too many', { status: 429, body: {} }, { code: 'APKT010' }],
    ['server', { status: 503, body: 'down' }, { code: 'APKT009' }],
    ['anything else', { status: 404, body: {} }, { code: 'HTTP_STATUS', context: { status: 404 } }],
    ['no answer', 'cut', { code: 'HTTP_STATUS', kind: 'offline', context: { status: 0 } }],
    ['not JSON', { body: '<html>' }, { code: 'APKT009' }],
    ['another shape', { body: { things: [{ id: 'x' }] } }, { code: 'APKT009' }],
    ['no body', { status: 204 }, { code: 'APKT009' }],
  ]
  it.each(cases)('%s: the error of the catalogue, asked once', async (_name, reply, expected) => {
    await using server = await startLoopback(() => reply)
    expect(await fault(apiAt(server.url).call(addressed, values))).toMatchObject(expected)
    expect(server.heard).toHaveLength(1)
  })

  it('by the caller, the engine or the clock', async () => {
    await using server = await startLoopback(() => 'hang')
    const mine = new AbortController()
    const life = new AbortController()
    const clock = createFakeClock()
    const api = apiAt(server.url, clock, life.signal)
    const one = fault(api.call(addressed, { ...values, signal: mine.signal }))
    mine.abort()
    expect(await one).toMatchObject({ code: 'RPC_ABORTED' })
    const two = fault(api.call(addressed, values))
    clock.advance(10_000)
    expect(await two).toMatchObject({ code: 'HTTP_STATUS', kind: 'timeout' })
    const three = fault(api.call(addressed, values))
    life.abort()
    expect(await three).toMatchObject({ code: 'RPC_ABORTED' })
  })
})

describe('supported networks', () => {
  it('are asked for once, and none is without an endpoint', async () => {
    await using server = await startLoopback(() => ({ body: { http: ['eip155:1'], ws: [] } }))
    const api = apiAt(server.url)
    const asked = await Promise.all([api.supported('eip155:1'), api.supported('eip155:10')])
    expect([...asked, await api.supported('eip155:1')]).toEqual([true, false, true])
    expect(server.heard).toHaveLength(1)
    expect(await createApi({ config: { projectId: 'p1' }, clock: systemClock }).supported('eip155:1')).toBe(
      false,
    )
  })

  it('are asked for again after a failure', async () => {
    await using server = await startLoopback((_, at) =>
      at === 0 ? { status: 500 } : { body: { http: ['eip155:1'], ws: [] } },
    )
    const api = apiAt(server.url)
    expect(await fault(api.supported('eip155:1'))).toMatchObject({ code: 'APKT009' })
    expect(await api.supported('eip155:1')).toBe(true)
  })
})

describe('an image', () => {
  const call = (url: string) => apiAt(url).image(picture, { service: 'images', params: { id: 'a' } })

  it('comes as its bytes', async () => {
    const body = Buffer.from([1, 2, 3])
    await using server = await startLoopback(() => ({
      headers: { 'content-type': 'image/png; charset=x' },
      body,
    }))
    const blob = await call(server.url)
    expect([blob.type, blob.size]).toEqual(['image/png', 3])
  })

  it.each<[string, Reply]>([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<script>' }],
    ['of no kind', { headers: { 'content-type': 'image/x-icon' }, body: Buffer.from([1]) }],
    ['nothing', { headers: { 'content-type': 'image/png' } }],
    ['too much', { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000_001) }],
    ['missing', { status: 404, body: {} }],
  ])('is refused when it is %s', async (_name, reply) => {
    await using server = await startLoopback(() => reply)
    expect(await fault(call(server.url))).toHaveProperty('code')
  })
})
