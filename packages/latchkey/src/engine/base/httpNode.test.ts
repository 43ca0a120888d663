import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { LatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { createHttpNode, type HttpNodeOptions } from './httpNode.ts'

function setUp(
  urls: readonly string[],
  config: Partial<HttpNodeOptions['config']> = {},
  { language = 'rest', signal }: { language?: HttpNodeOptions['language']; signal?: AbortSignal } = {},
) {
  const clock = createFakeClock()
  const network = toNetwork({
    chainNamespace: 'orbit',
    id: 'one',
    name: 'Test',
    nativeCurrency: { name: 'Orbit', symbol: 'ORB', decimals: 8 },
    rpcUrls: { default: { http: urls } },
  })
  const whole = { projectId: 'p', networks: [network], ...config }
  const ask = createHttpNode({ network, config: whole, clock, language, ...(signal && { signal }) })
  return { clock, ask, get: (path: unknown) => ask('GET', [path]) }
}

async function fault(run: Promise<unknown>): Promise<LatchkeyError> {
  return run.then(
    () => expect.unreachable('it should have failed'),
    (error: LatchkeyError) => error,
  )
}

const yes: Reply = { body: { yes: true } }

describe('REST', () => {
  it.each([
    ['', '/address/bc1q', '/address/bc1q'],
    ['/api', '/address/bc1q', '/api/address/bc1q'],
    ['/api/', '/v2/accounts/SP1?proof=0', '/api/v2/accounts/SP1?proof=0'],
    ['/api?key=1', '/by_denom?denom=ibc%2FAB', '/api/by_denom?key=1&denom=ibc%2FAB'],
    ['/api?key=1', '/info', '/api/info?key=1'],
  ])('below the URL %j, the path %s is %s', async (base, path, url) => {
    await using server = await startLoopback(() => yes)
    expect(await setUp([`${server.url}${base}`]).get(path)).toEqual({ yes: true })
    expect(server.heard).toMatchObject([{ method: 'GET', url, body: '' }])
    expect(server.heard[0]?.headers['content-type']).toBeUndefined()
  })

  it.each([
    'address',
    '',
    '/',
    '//other.example/x',
    'https://other.example/x',
    '/../x',
    '/a/../../x',
    '/a/./x',
    '/a/..',
    '/a/%2e%2e/x',
    '/a%2f..%2fx',
    '/a\\..\\x',
    '/a b',
    '/a#b',
    '/a\nb',
    `/${'a'.repeat(2_000)}`,
    7,
    undefined,
  ])('the path %j is refused before any request', async path => {
    await using server = await startLoopback(() => yes)
    expect(await fault(setUp([server.url]).get(path))).toMatchObject({
      code: 'UNKNOWN',
      context: { method: 'GET' },
    })
    expect(server.heard).toEqual([])
  })

  it.each([
    ['POST', 'rest'],
    ['eth_call', 'rest'],
    ['query', 'rest'],
    ['GET', 'graphql'],
  ] as const)('the method %s is none of %s', async (method, language) => {
    await using server = await startLoopback(() => yes)
    expect((await fault(setUp([server.url], {}, { language }).ask(method, ['/a']))).code).toBe('UNKNOWN')
    expect(server.heard).toEqual([])
  })

  it('an integer that JSON cannot carry exactly is left out, so that no wrong balance is read', async () => {
    const body = '{"max":9007199254740991,"over":9007199254740993,"text":"9007199254740993","half":0.5}'
    await using server = await startLoopback(() => ({ body }))
    expect(await setUp([server.url]).get('/a')).toEqual({
      max: 9_007_199_254_740_991,
      text: '9007199254740993',
      half: 0.5,
    })
  })

  it.each([
    [null, 'null'],
    [0, '0'],
    [false, 'false'],
    ['text', '"text"'],
  ])('%j is an answer', async (value, body) => {
    await using server = await startLoopback(() => ({ body }))
    expect(await setUp([server.url]).get('/a')).toBe(value)
  })
})

describe('GraphQL', () => {
  const document = 'query($owner:SuiAddress!){address(address:$owner){balance{totalBalance}}}'

  it('posts the document with its variables and answers the data', async () => {
    await using server = await startLoopback(() => ({ body: { data: { address: null } } }))
    const { ask } = setUp([`${server.url}/graphql?key=1`], {}, { language: 'graphql' })
    expect(await ask('query', [document, { owner: '0x2' }])).toEqual({ address: null })
    expect(server.heard).toMatchObject([
      { method: 'POST', url: '/graphql?key=1', headers: { 'content-type': 'application/json' } },
    ])
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ query: document, variables: { owner: '0x2' } })
  })

  it('errors are the answer: UNKNOWN with the first message, and no other URL is asked', async () => {
    const body = { data: { address: null }, errors: [{ message: 'no such address' }, {}] }
    await using server = await startLoopback(() => ({ body }))
    await using other = await startLoopback(() => ({ body: { data: {} } }))
    const { ask } = setUp([server.url, other.url], {}, { language: 'graphql' })
    expect(await fault(ask('query', [document]))).toMatchObject({
      code: 'UNKNOWN',
      context: { method: 'query', reason: 'no such address' },
    })
    expect([server.heard.length, other.heard.length]).toEqual([1, 0])
  })

  it.each<unknown>([{}, { data: null }, { data: 'x' }, null, 7, [], { errors: [] }])(
    '%j is no answer: the next URL is asked',
    async body => {
      await using server = await startLoopback(() => ({ body: JSON.stringify(body) }))
      await using other = await startLoopback(() => ({ body: { data: { ok: 1 } } }))
      const { ask } = setUp([server.url, other.url], {}, { language: 'graphql' })
      expect(await ask('query', [document])).toEqual({ ok: 1 })
    },
  )
})

describe('which URLs', () => {
  const own = { 'orbit:one': [''] as readonly string[] }

  it("the host's own URLs win over the proxy and the network's list", async () => {
    await using server = await startLoopback(() => yes)
    const customRpcUrls = { ...own, 'orbit:one': [`${server.url}/custom`] } as const
    await setUp([`${server.url}/listed`], { customRpcUrls, endpoints: { rpc: server.url } }).get('/a')
    expect(server.heard.map(each => each.url)).toEqual(['/custom/a'])
  })

  it.each([
    ['rest', 'GET', ['/a?b=c']],
    ['graphql', 'query', ['{a}', { b: 1 }]],
  ] as const)('the proxy takes %s as JSON-RPC', async (language, method, params) => {
    await using server = await startLoopback(({ body }) => ({
      body: { jsonrpc: '2.0', id: (JSON.parse(body) as { id: number }).id, result: { yes: true } },
    }))
    const { ask } = setUp([], { endpoints: { rpc: server.url } }, { language })
    expect(await ask(method, params)).toEqual({ yes: true })
    expect(server.heard).toMatchObject([{ method: 'POST', url: '/v1?chainId=orbit%3Aone&projectId=p' }])
    expect(JSON.parse(server.heard[0]?.body ?? '')).toMatchObject({ jsonrpc: '2.0', method, params })
  })

  it("a proxy that refuses gives way to the network's own list, which is asked first from then on", async () => {
    await using proxy = await startLoopback(({ body }) => ({
      body: {
        jsonrpc: '2.0',
        id: (JSON.parse(body) as { id: number }).id,
        error: { code: -32_601, message: 'not allowed' },
      },
    }))
    await using listed = await startLoopback(() => yes)
    const { get } = setUp([listed.url], { endpoints: { rpc: proxy.url } })
    expect(await get('/a')).toEqual({ yes: true })
    expect(await get('/b')).toEqual({ yes: true })
    expect([proxy.heard.length, listed.heard.length]).toEqual([1, 2])
  })

  it('without any, it says so', async () => {
    const error = await fault(setUp([]).get('/a'))
    expect(error).toMatchObject({ code: 'UNKNOWN', context: { reason: 'The network has no RPC URL' } })
  })
})

describe('failures', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'status %d: 150, 300 and 600 ms, then the end',
    async status => {
      await using server = await startLoopback(() => ({ status, body: '<html>' }))
      const { clock, get } = setUp([server.url])
      const call = fault(get('/a'))
      for (const delay of [150, 300, 600]) await clock.reach(delay)
      expect(await call).toMatchObject({
        code: 'UNKNOWN',
        context: { method: 'GET', code: status, reason: `HTTP status ${status}` },
      })
      expect(server.heard).toHaveLength(4)
      expect(clock.delays).toEqual([])
    },
  )

  it.each([400, 401, 404])('status %d is asked of the next URL at once', async status => {
    await using server = await startLoopback(() => ({ status, body: { no: 1 } }))
    await using other = await startLoopback(() => yes)
    expect(await setUp([server.url, other.url]).get('/a')).toEqual({ yes: true })
    expect(server.heard).toHaveLength(1)
  })

  it('F13: Retry-After is honoured', async () => {
    await using server = await startLoopback((_request, at) =>
      at === 0 ? { status: 429, headers: { 'retry-after': '2' } } : yes,
    )
    const { clock, get } = setUp([server.url])
    const call = get('/a')
    await clock.reach(2_000)
    expect(await call).toEqual({ yes: true })
  })

  it('F14: a URL that has failed for good is asked last from then on', async () => {
    await using bad = await startLoopback(() => ({ status: 404 }))
    await using good = await startLoopback(() => yes)
    const { get } = setUp([bad.url, good.url])
    for (const path of ['/a', '/b']) expect(await get(path)).toEqual({ yes: true })
    expect([bad.heard.length, good.heard.length]).toEqual([1, 2])
  })

  it('F15: a URL that hangs for 10 s is left for the next one', async () => {
    await using hanging = await startLoopback(() => 'hang')
    await using good = await startLoopback(() => yes)
    const { clock, get } = setUp([hanging.url, good.url])
    const call = get('/a')
    while (hanging.heard.length === 0) await new Promise(resolve => setTimeout(resolve, 0))
    await clock.reach(10_000)
    expect(await call).toEqual({ yes: true })
    expect(hanging.heard).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['a cut', 'cut'],
    ['HTML', { body: '<html>Sign in to the wireless network</html>' }],
    ['half of it', { body: '{"a":' }],
    ['nothing', { body: '' }],
    ['too much', { body: JSON.stringify('x'.repeat(2_000_000)) }],
  ])('%s is no answer, and is asked again', async (_name, reply) => {
    await using server = await startLoopback((_request, at) => (at === 0 ? reply : yes))
    const { clock, get } = setUp([server.url])
    const call = get('/a')
    await clock.reach(150)
    expect(await call).toEqual({ yes: true })
  })

  it('when all fail, the last failure is the cause', async () => {
    await using first = await startLoopback(() => ({ status: 400 }))
    await using second = await startLoopback(() => ({ status: 404 }))
    const error = await fault(setUp([first.url, second.url]).get('/a'))
    expect(error.context).toEqual({ method: 'GET', code: 404, reason: 'HTTP status 404' })
  })
})

describe('an abort', () => {
  it.each(['call', 'engine'])('of the %s ends the request and asks no further URL', async whose => {
    await using server = await startLoopback(() => 'hang')
    await using other = await startLoopback(() => yes)
    const ending = new AbortController()
    const { ask } = setUp([server.url, other.url], {}, whose === 'engine' ? { signal: ending.signal } : {})
    const call = fault(ask('GET', ['/a'], whose === 'call' ? ending.signal : undefined))
    while (server.heard.length === 0) await new Promise(resolve => setTimeout(resolve, 0))
    ending.abort()
    expect(await call).toMatchObject({ code: 'RPC_ABORTED', context: { method: 'GET' } })
    expect(other.heard).toEqual([])
    expect(getEventListeners(ending.signal, 'abort')).toEqual([])
  })

  it('in the pause before a retry ends it', async () => {
    await using server = await startLoopback(() => ({ status: 500 }))
    const ending = new AbortController()
    const { clock, ask } = setUp([server.url])
    const call = fault(ask('GET', ['/a'], ending.signal))
    while (!clock.delays.includes(150)) await new Promise(resolve => setTimeout(resolve, 0))
    ending.abort()
    expect((await call).code).toBe('RPC_ABORTED')
    expect(clock.delays).toEqual([])
  })

  it('before the call: nothing is asked', async () => {
    await using server = await startLoopback(() => yes)
    expect((await fault(setUp([server.url]).ask('GET', ['/a'], AbortSignal.abort()))).code).toBe(
      'RPC_ABORTED',
    )
    expect(server.heard).toEqual([])
  })
})

describe('T117 what a GraphQL node says against a document', () => {
  it.each([{ toString: 1, valueOf: 1 }, [{ toString: 1 }], null])(
    'is no text where it is %j, and no other node is asked',
    async message => {
      await using server = await startLoopback(() => ({ body: { errors: [{ message }] } }))
      await using other = await startLoopback(() => ({ body: { data: {} } }))
      const { ask } = setUp([server.url, other.url], {}, { language: 'graphql' })
      expect(await fault(ask('query', ['query head { x }']))).toMatchObject({ context: { reason: '' } })
      expect(other.heard).toEqual([])
    },
  )
})
