import { describe, expect, it } from 'vitest'
import type { LatchkeyError } from '../../contract/error.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { createHttp, fromResponse } from './http.ts'

async function fault(run: Promise<unknown>): Promise<LatchkeyError> {
  return run.then(
    () => expect.unreachable('it should have failed'),
    (error: LatchkeyError) => error,
  )
}

describe('requests', () => {
  it('go below the base URL with query, client id and JSON, without cookies', async () => {
    await using server = await startLoopback(() => ({ body: { ok: true } }))
    const http = createHttp({ baseUrl: `${server.url}/base//` })
    expect(await http.get('/v1/x', { query: { a: 'b&c', n: 7, on: false, none: undefined } })).toEqual({
      ok: true,
    })
    await http.post('v1/y', { deep: [1] })
    await http.put('v1/y', null)
    await http.delete('v1/y')
    expect(server.heard.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/base/v1/x?a=b%26c&n=7&on=false', ''],
      ['POST', '/base/v1/y', '{"deep":[1]}'],
      ['PUT', '/base/v1/y', 'null'],
      ['DELETE', '/base/v1/y', ''],
    ])
    expect(server.heard[1]?.headers['content-type']).toBe('application/json')
    expect(server.heard.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  })

  it('say to the browser: no cookies, and no more of the page than its origin', async () => {
    const seen: RequestInit[] = []
    const http = createHttp({
      baseUrl: 'https://api.example',
      fetch: async (_url, init) => {
        if (init) seen.push(init)
        return new Response('{}')
      },
    })
    await http.get('x')
    expect(seen[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'strict-origin', method: 'GET' })
  })
})

describe('answers', () => {
  it('an empty one is undefined', async () => {
    await using server = await startLoopback(() => ({ status: 204 }))
    expect(await createHttp({ baseUrl: server.url }).delete('x')).toBeUndefined()
  })

  it('a blob keeps its bytes and type', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0, 255])
    await using server = await startLoopback(() => ({
      headers: { 'content-type': 'image/png' },
      body: bytes,
    }))
    const blob = await createHttp({ baseUrl: server.url }).getBlob('x')
    expect(blob.type).toBe('image/png')
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(bytes)
  })

  it('an answer that is no JSON is a server error', async () => {
    await using server = await startLoopback(() => ({ body: '<html>' }))
    expect(await fault(createHttp({ baseUrl: server.url }).get('x'))).toMatchObject({ code: 'APKT009' })
  })

  it.each([
    ['with a length', { 'content-length': '1001' }],
    ['without one', { 'transfer-encoding': 'chunked' }],
  ])('larger than allowed is refused, %s', async (_name, headers) => {
    await using server = await startLoopback(() => ({ headers, body: `"${'x'.repeat(999)}"` }))
    const error = await fault(createHttp({ baseUrl: server.url, limit: 1_000 }).get('x'))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', context: { status: 0 } })
    expect(await createHttp({ baseUrl: server.url, limit: 1_001 }).get('x')).toHaveLength(999)
  })
})

describe('failures', () => {
  it.each<[string, Reply, Record<string, unknown>, string]>([
    ['404', { status: 404, body: 'no such thing' }, { status: 404, message: 'no such thing' }, 'HTTP_STATUS'],
    ['304 is no success either', { status: 304 }, { status: 304, message: '' }, 'HTTP_STATUS'],
    ['429', { status: 429, body: { message: 'slow' } }, { status: 429, message: 'slow' }, 'APKT010'],
    ['500', { status: 500, body: '' }, { status: 500 }, 'APKT009'],
    ['503', { status: 503, body: '<html>' }, { status: 503 }, 'APKT009'],
    [
      'origin',
      { status: 403, body: { message: 'Unauthorized: origin not allowed' } },
      { status: 403 },
      'APKT002',
    ],
    ['key', { status: 401, body: { message: 'Unauthorized: invalid key' } }, { status: 401 }, 'APKT007'],
    ['clock', { status: 401, body: { message: 'JWT Token is not yet valid' } }, { status: 401 }, 'APKT006'],
    ['odd messages', { status: 400, body: { message: { toString: 1 } } }, { status: 400 }, 'HTTP_STATUS'],
    ['null', { status: 400, body: 'null' }, { status: 400 }, 'HTTP_STATUS'],
  ])('%s', async (_name, reply, context, mapped) => {
    await using server = await startLoopback(() => reply)
    const error = await fault(createHttp({ baseUrl: server.url }).get('x'))
    expect(error.code).toBe('HTTP_STATUS')
    expect(error.message).toBe(`HTTP status code: ${error.context.status}`)
    expect(error.context).toMatchObject(context)
    expect(fromResponse(error)).toMatchObject({ code: mapped })
  })

  it('a long message is cut', async () => {
    await using server = await startLoopback(() => ({ status: 400, body: { message: 'x'.repeat(5_000) } }))
    const error = await fault(createHttp({ baseUrl: server.url }).get('x'))
    expect(String(error.context.message)).toHaveLength(300)
  })

  it('an error that is not ours comes back from the mapping as it is', () => {
    const other = new Error('x')
    expect(fromResponse(other)).toBe(other)
  })

  it('a server that cannot be reached is offline', async () => {
    await using server = await startLoopback(() => 'cut')
    const error = await fault(createHttp({ baseUrl: server.url }).get('x'))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', kind: 'offline', context: { status: 0 } })
    expect(error.cause).toBeInstanceOf(Error)
  })

  it('a server that hangs is a time-out after 10 s', async () => {
    await using server = await startLoopback(() => 'hang')
    const clock = createFakeClock()
    const call = fault(createHttp({ baseUrl: server.url, clock }).get('x'))
    await clock.reach(10_000)
    expect(await call).toMatchObject({ code: 'HTTP_STATUS', kind: 'timeout' })
    expect(clock.delays).toEqual([])
  })

  it('both signals abort: the one of the client and the one of the call', async () => {
    await using server = await startLoopback(() => 'hang')
    const clock = createFakeClock()
    for (const which of ['client', 'call'] as const) {
      const ending = new AbortController()
      const http = createHttp({
        baseUrl: server.url,
        clock,
        ...(which === 'client' && { signal: ending.signal }),
      })
      const call = fault(http.get('x', which === 'call' ? { signal: ending.signal } : {}))
      ending.abort()
      expect(await call).toMatchObject({ code: 'RPC_ABORTED', message: 'Request was aborted' })
      expect(await fault(http.get('x', { signal: ending.signal }))).toMatchObject({ code: 'RPC_ABORTED' })
    }
    expect(clock.delays).toEqual([])
  })
})
