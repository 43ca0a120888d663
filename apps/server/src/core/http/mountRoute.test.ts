import { Hono } from 'hono'
import { type RouteError, route, routeErrorSchema } from 'latchkey/services'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppTypes } from './appTypes.ts'
import { mountRoute } from './mountRoute.ts'
import { RouteFault, toRouteError } from './routeFault.ts'

const call = route({
  method: 'POST',
  path: '/v1/account/{address}/note',
  params: v.strictObject({ address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{4}$/)) }),
  query: v.strictObject({ page: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))) }),
  body: v.strictObject({ text: v.pipe(v.string(), v.maxLength(20)) }),
  response: v.object({ page: v.number(), text: v.string() }),
  errors: ['REQUEST_INVALID', 'REQUEST_TOO_LARGE'],
})

let app: Hono<AppTypes>
beforeEach(() => {
  app = new Hono<AppTypes>()
  app.onError((error, c) => {
    if (!(error instanceof RouteFault)) throw error
    return c.json(toRouteError(error, 'r1'), error.status)
  })
  mountRoute(app, call, { bodyLimit: 100 }, ({ params, query, body }) => ({
    page: query.page ?? 0,
    text: `${params.address} ${body.text}`,
  }))
})

const post = async (path: string, body: string) => {
  const response = await app.request(path, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}
const refusal = async (path: string, body: string): Promise<[number, RouteError]> => {
  const answer = await post(path, body)
  return [answer.status, v.parse(routeErrorSchema, answer.body)]
}

describe('mountRoute', () => {
  it('hands the handler what the schemas made of the request', async () => {
    expect(await post('/v1/account/0xabcd/note?page=12', '{"text":"hi"}')).toEqual({
      status: 200,
      body: { page: 12, text: '0xabcd hi' },
    })
  })

  it('answers with the status that the contract states', async () => {
    mountRoute(app, { ...call, path: '/v1/made/{address}', status: 201 }, { bodyLimit: 100 }, () => ({
      page: 1,
      text: '',
    }))
    expect((await post('/v1/made/0xabcd', '{"text":"hi"}')).status).toBe(201)
  })

  it.each([
    ['a bad place', '/v1/account/0xAB/note', '{"text":"hi"}', 'address'],
    ['an unknown query name', '/v1/account/0xabcd/note?pag=1', '{"text":"hi"}', 'pag'],
    ['a name given twice', '/v1/account/0xabcd/note?page=1&page=2', '{"text":"hi"}', 'page'],
    ['a bad query value', '/v1/account/0xabcd/note?page=x', '{"text":"hi"}', 'page'],
    ['a body that is not JSON', '/v1/account/0xabcd/note', '{', 'body'],
    ['no body', '/v1/account/0xabcd/note', '', 'body'],
    ['an unknown member', '/v1/account/0xabcd/note', '{"text":"hi","more":1}', 'more'],
    ['a bad member', '/v1/account/0xabcd/note', '{"text":7}', 'text'],
  ])('refuses %s and says which', async (_name, path, body, name) => {
    const [status, error] = await refusal(path, body)
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', message: 'Invalid request', requestId: 'r1' })
    expect(error.reasons.map(reason => reason.name)).toEqual([name])
  })

  it('T107: refuses a body beyond the limit', async () => {
    const [status, error] = await refusal(
      '/v1/account/0xabcd/note',
      JSON.stringify({ text: 'x'.repeat(100) }),
    )
    expect([status, error.code]).toEqual([413, 'REQUEST_TOO_LARGE'])
  })

  it('never repeats the received value', async () => {
    const [, error] = await refusal('/v1/account/canary/note?page=canary', '{"text":["canary"]}')
    expect(JSON.stringify(error)).not.toContain('canary')
  })
})
