import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { LatchkeyError } from '../../contract/error.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { type Heard, type Loopback, type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { createRpc, type RpcOptions } from './rpc.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function network(...http: readonly string[]): Network {
  return toNetwork({
    id: 1,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  })
}

function setUp(urls: readonly string[], config: Partial<RpcOptions['config']> = {}, signal?: AbortSignal) {
  const clock = createFakeClock()
  const chain = network(...urls)
  const rpc = createRpc({
    network: chain,
    config: { projectId: 'p', networks: [chain], ...config },
    clock,
    ...(signal && { signal }),
  })
  return { clock, rpc }
}

function callsOf({ body }: Heard): readonly Call[] {
  const parsed: unknown = JSON.parse(body)
  return (Array.isArray(parsed) ? parsed : [parsed]) as readonly Call[]
}

/** Answers each call, in the form it came in: one or a batch. */
function answer(request: Heard, each: (call: Call) => object): Reply {
  const bodies = callsOf(request).map(call => ({ jsonrpc: '2.0', id: call.id, ...each(call) }))
  return { body: request.body.startsWith('[') ? bodies : bodies[0] }
}

const echo = (request: Heard) => answer(request, ({ method }) => ({ result: method }))
const refuse = (code: unknown, message: unknown = 'no') => ({ error: { code, message } })

async function fault(run: Promise<unknown>): Promise<LatchkeyError> {
  return run.then(
    () => expect.unreachable('it should have failed'),
    (error: LatchkeyError) => error,
  )
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 0))
}

describe('which URLs', () => {
  async function firstUrl(server: Loopback, config: Partial<RpcOptions['config']>, urls: readonly string[]) {
    const { rpc } = setUp(urls, config)
    await rpc('eth_chainId', [])
    return server.heard.at(-1)?.url
  }

  it("the host's own URLs win, then the proxy for listed networks, then the network's list", async () => {
    await using server = await startLoopback(echo)
    const rpc = `${server.url}/rpc/`
    const customRpcUrls = { 'eip155:1': [`${server.url}/custom`] } as const
    expect(await firstUrl(server, {}, [`${server.url}/own`])).toBe('/own')
    expect(await firstUrl(server, { endpoints: { rpc } }, [`${server.url}/own`])).toBe(
      '/rpc/v1?chainId=eip155%3A1&projectId=p',
    )
    expect(await firstUrl(server, { endpoints: { rpc }, networks: [] }, [`${server.url}/own`])).toBe('/own')
    expect(await firstUrl(server, { endpoints: { rpc }, customRpcUrls }, [])).toBe('/custom')
    const asObject = { 'eip155:1': [{ url: `${server.url}/object` }] } as const
    expect(await firstUrl(server, { customRpcUrls: asObject }, [])).toBe('/object')
    const elsewhere = { 'eip155:2': [`${server.url}/custom`] } as const
    expect(await firstUrl(server, { customRpcUrls: elsewhere }, [`${server.url}/own`])).toBe('/own')
  })

  it('a project id that is in the URL already is kept', async () => {
    await using server = await startLoopback(echo)
    const endpoints = { rpc: `${server.url}?projectId=other` }
    expect(await firstUrl(server, { endpoints }, [])).toBe('/v1?projectId=other&chainId=eip155%3A1')
  })

  it('without any, it says so', async () => {
    const error = await fault(setUp([]).rpc('eth_chainId', []))
    expect(error).toMatchObject({ code: 'UNKNOWN', message: 'Something went wrong' })
    expect(error.context.reason).toBe('The network has no RPC URL')
  })

  it('what a list of own URLs lacks is not taken from elsewhere', async () => {
    await using own = await startLoopback(() => ({ status: 404 }))
    await using listed = await startLoopback(echo)
    const customRpcUrls = { 'eip155:1': [own.url] } as const
    await fault(setUp([listed.url], { customRpcUrls, endpoints: { rpc: listed.url } }).rpc('eth_chainId', []))
    expect(listed.heard).toEqual([])
  })
})

describe('requests', () => {
  it('one call is one JSON-RPC 2.0 object', async () => {
    await using server = await startLoopback(echo)
    const { rpc } = setUp([server.url])
    expect(await rpc('eth_getBalance', ['0x1', 'latest'])).toBe('eth_getBalance')
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: ['0x1', 'latest'],
    })
    expect(server.heard[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
  })

  it('calls of one tick are one batch, matched by id whatever their order', async () => {
    await using server = await startLoopback(request => {
      const bodies = callsOf(request).map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }))
      return { body: bodies.toReversed() }
    })
    const { rpc } = setUp([server.url])
    expect(await Promise.all(['a', 'b', 'c'].map(method => rpc(method, [])))).toEqual(['a', 'b', 'c'])
    expect(server.heard).toHaveLength(1)
    expect(await rpc('d', [])).toBe('d')
    expect(server.heard).toHaveLength(2)
  })

  it.each([
    ['the proxy', 100, true],
    ['other nodes', 1_000, false],
  ])('F18: a batch for %s has at most %d calls', async (_name, most, isProxy) => {
    await using server = await startLoopback(echo)
    const { rpc } = isProxy ? setUp([], { endpoints: { rpc: server.url } }) : setUp([server.url])
    const methods = Array.from({ length: most + 1 }, (_, at) => `m${at}`)
    expect(await Promise.all(methods.map(method => rpc(method, [])))).toEqual(methods)
    expect(server.heard.map(each => callsOf(each).length).sort((a, b) => a - b)).toEqual([1, most])
  })

  it('null, false and 0 are results', async () => {
    await using server = await startLoopback(request =>
      answer(request, () => ({ result: null, error: null })),
    )
    expect(await setUp([server.url]).rpc('eth_getTransactionReceipt', [])).toBeNull()
  })
})

describe('retries', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'status %d: 150, 300 and 600 ms, then the end',
    async status => {
      await using server = await startLoopback(() => ({ status, body: '<html>' }))
      const { clock, rpc } = setUp([server.url])
      const call = fault(rpc('eth_call', []))
      for (const delay of [150, 300, 600]) await clock.reach(delay)
      expect(await call).toMatchObject({ code: 'UNKNOWN', context: { reason: `HTTP status ${status}` } })
      expect(server.heard).toHaveLength(4)
      expect(clock.delays).toEqual([])
    },
  )

  it.each([-1, -32_005, -32_603])('code %d is asked again', async code => {
    await using server = await startLoopback((request, at) =>
      at === 0 ? answer(request, () => refuse(code)) : echo(request),
    )
    const { clock, rpc } = setUp([server.url])
    const call = rpc('eth_call', [])
    await clock.reach(150)
    expect(await call).toBe('eth_call')
  })

  it.each([3, 4001, 5000, -32_000, -32_003, -32_602, 'odd', undefined])(
    "code %s is the chain's or the wallet's own answer: neither again nor elsewhere",
    async code => {
      await using server = await startLoopback(request => answer(request, () => refuse(code, 'boo')))
      await using other = await startLoopback(echo)
      const error = await fault(setUp([server.url, other.url]).rpc('eth_call', []))
      expect(error).toMatchObject({ code: 'UNKNOWN', message: 'Something went wrong' })
      expect(error.cause).toMatchObject({ code, message: 'boo' })
      expect([server.heard.length, other.heard.length]).toEqual([1, 0])
    },
  )

  it('a reverted execution is its own answer under any code, with its data', async () => {
    const reverted = { error: { code: -32_603, message: 'execution reverted: no', data: '0x08c3' } }
    await using server = await startLoopback(request => answer(request, () => reverted))
    const error = await fault(setUp([server.url]).rpc('eth_call', []))
    expect(error.cause).toMatchObject(reverted.error)
    expect(server.heard).toHaveLength(1)
  })

  it.each([-32_601, -32_004, -32_001])('code %d is asked of the next URL at once', async code => {
    await using server = await startLoopback(request => answer(request, () => refuse(code)))
    await using other = await startLoopback(echo)
    expect(await setUp([server.url, other.url]).rpc('eth_call', [])).toBe('eth_call')
    expect(server.heard).toHaveLength(1)
  })

  it.each([400, 401, 404])('status %d is asked of the next URL at once', async status => {
    await using server = await startLoopback(() => ({ status, body: 'no' }))
    await using other = await startLoopback(echo)
    expect(await setUp([server.url, other.url]).rpc('eth_call', [])).toBe('eth_call')
    expect(server.heard).toHaveLength(1)
  })

  it('a JSON-RPC error under a status of its own is that error', async () => {
    await using server = await startLoopback(request => ({
      ...(answer(request, () => refuse(-32_602, 'bad params')) as object),
      status: 400,
    }))
    expect((await fault(setUp([server.url]).rpc('eth_call', []))).cause).toMatchObject({ code: -32_602 })
  })

  it('a refusal without an id is for the only call there was', async () => {
    await using server = await startLoopback(() => ({
      body: { jsonrpc: '2.0', id: null, ...refuse(-32_602, 'bad') },
    }))
    expect((await fault(setUp([server.url]).rpc('eth_call', []))).cause).toMatchObject({ message: 'bad' })
  })

  it('F13: Retry-After is honoured, in seconds or as a date, at most 10 s', async () => {
    let header = '2'
    await using server = await startLoopback((request, at) =>
      at % 2 === 0 ? { status: 429, headers: { 'retry-after': header } } : echo(request),
    )
    const { clock, rpc } = setUp([server.url])
    const waits: readonly (readonly [string, number])[] = [
      ['2', 2_000],
      ['3600', 10_000],
      [new Date(clock.now() + 12_000 + 5_000).toUTCString(), 5_000],
      ['-5', 150],
      ['soon', 150],
      ['0.01', 150],
    ]
    for (const [value, delay] of waits) {
      header = value
      const before = clock.count
      const call = rpc('eth_call', [])
      // The time-out of the request, then the pause; the longest of them are equal.
      await until(() => clock.count === before + 2)
      expect(clock.delays).toEqual([delay])
      await clock.reach(delay)
      expect(await call).toBe('eth_call')
    }
  })

  it('only the calls that failed are asked again', async () => {
    await using server = await startLoopback((request, at) =>
      answer(request, ({ method }) => (at === 0 && method === 'b' ? refuse(-32_005) : { result: method })),
    )
    const { clock, rpc } = setUp([server.url])
    const calls = Promise.all(['a', 'b', 'c'].map(method => rpc(method, [])))
    await clock.reach(150)
    expect(await calls).toEqual(['a', 'b', 'c'])
    expect(server.heard.map(request => callsOf(request).map(call => call.method))).toEqual([
      ['a', 'b', 'c'],
      ['b'],
    ])
  })

  it('F18: one refused call of a batch fails alone', async () => {
    await using server = await startLoopback(request =>
      answer(request, ({ method }) => (method === 'b' ? refuse(3) : { result: method })),
    )
    const { rpc } = setUp([server.url])
    const settled = await Promise.allSettled(['a', 'b', 'c'].map(method => rpc(method, [])))
    expect(settled.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('F18: a node that takes no batches gets the calls one by one, and from then on always', async () => {
    await using server = await startLoopback(request =>
      request.body.startsWith('[')
        ? { body: { jsonrpc: '2.0', id: null, ...refuse(-32_600, 'no batches') } }
        : echo(request),
    )
    const { clock, rpc } = setUp([server.url])
    const calls = Promise.all(['a', 'b'].map(method => rpc(method, [])))
    await clock.reach(150)
    expect(await calls).toEqual(['a', 'b'])
    expect(await Promise.all(['c', 'd'].map(method => rpc(method, [])))).toEqual(['c', 'd'])
    expect(server.heard.filter(request => request.body.startsWith('['))).toHaveLength(1)
  })

  it.each([
    [400, false],
    [413, false],
    [500, false],
    [200, true],
    [400, true],
    [413, true],
    [503, true],
  ])(
    'F18: a node that refuses more than 3 calls at once by status %i (in a list: %s)',
    async (status, isList) => {
      const no = { jsonrpc: '2.0', id: null, ...refuse(-32_600, 'batch of more than 3') }
      await using server = await startLoopback(request =>
        callsOf(request).length > 3 ? { status, body: isList ? [no] : no } : echo(request),
      )
      const { clock, rpc } = setUp([server.url])
      const methods = ['a', 'b', 'c', 'd', 'e']
      const calls = Promise.allSettled(methods.map(method => rpc(method, [])))
      await clock.reach(150)
      expect((await calls).map(each => each.status === 'fulfilled' && each.value)).toEqual(methods)
      expect(server.heard.filter(request => callsOf(request).length > 3)).toHaveLength(1)
    },
  )

  it.each([403, 429])('F18: a batch that is limited by status %i stays one', async status => {
    await using server = await startLoopback(request =>
      server.heard.length > 1 ? echo(request) : { status, body: '' },
    )
    const { clock, rpc } = setUp([server.url])
    const calls = Promise.all(['a', 'b'].map(method => rpc(method, [])))
    await clock.reach(150)
    expect(await calls).toEqual(['a', 'b'])
    expect(server.heard.map(request => callsOf(request).length)).toEqual([2, 2])
  })
})

describe('the next URL', () => {
  it('F14: comes when one has failed for good, and is asked first from then on', async () => {
    await using bad = await startLoopback(() => ({ status: 502, body: '<html>Bad gateway</html>' }))
    await using good = await startLoopback(echo)
    const { clock, rpc } = setUp([bad.url, good.url])
    const call = rpc('eth_call', [])
    for (const delay of [150, 300, 600]) await clock.reach(delay)
    expect(await call).toBe('eth_call')
    expect(await rpc('eth_call', [])).toBe('eth_call')
    expect([bad.heard.length, good.heard.length]).toEqual([4, 2])
  })

  it('F15: comes at once when one hangs for 10 s', async () => {
    await using hanging = await startLoopback(() => 'hang')
    await using good = await startLoopback(echo)
    const { clock, rpc } = setUp([hanging.url, good.url])
    const call = rpc('eth_call', [])
    await until(() => hanging.heard.length > 0)
    await clock.reach(10_000)
    expect(await call).toBe('eth_call')
    expect(hanging.heard).toHaveLength(1)
    expect(clock.delays).toEqual([])
  })

  it('a connection that is cut is tried again on the same URL first', async () => {
    await using server = await startLoopback((request, at) => (at < 2 ? 'cut' : echo(request)))
    const { clock, rpc } = setUp([server.url])
    const call = rpc('eth_call', [])
    await clock.reach(150)
    await clock.reach(300)
    expect(await call).toBe('eth_call')
  })

  it('when all fail, the last failure is the cause', async () => {
    await using first = await startLoopback(() => ({ status: 404 }))
    await using second = await startLoopback(request => answer(request, () => refuse(-32_601, 'what?')))
    const error = await fault(setUp([first.url, second.url]).rpc('eth_x', []))
    expect(error.context).toEqual({ method: 'eth_x', code: -32_601, reason: 'what?' })
  })
})

describe('F15, F19: a call that changes the chain is not sent again when its outcome is unknown', () => {
  it.each<[string, Reply, number]>([
    ['a hang', 'hang', 10_000],
    ['a cut', 'cut', 0],
    ['502', { status: 502 }, 0],
    ['nonsense', { body: 'x' }, 0],
    ['an internal error', { body: { jsonrpc: '2.0', id: 1, ...refuse(-32_603) } }, 0],
  ])('%s', async (_name, reply, delay) => {
    await using server = await startLoopback(() => reply)
    await using other = await startLoopback(echo)
    const { clock, rpc } = setUp([server.url, other.url])
    const call = fault(rpc('eth_sendRawTransaction', ['0x']))
    await until(() => server.heard.length > 0)
    if (delay) await clock.reach(delay)
    expect((await call).code).toBe('UNKNOWN')
    expect([server.heard.length, other.heard.length]).toEqual([1, 0])
  })

  it.each<[string, Reply]>([
    ['429', { status: 429 }],
    ['a refusal by the door', { status: 403, body: { jsonrpc: '2.0', id: 1, ...refuse(-32_603) } }],
    ['a limit', { body: { jsonrpc: '2.0', id: 1, ...refuse(-32_005) } }],
  ])('%s says that it was not taken, so it may be', async (_name, reply) => {
    await using server = await startLoopback((request, at) => (at === 0 ? reply : echo(request)))
    const { clock, rpc } = setUp([server.url])
    const call = rpc('eth_sendRawTransaction', ['0x'])
    await clock.reach(150)
    expect(await call).toBe('eth_sendRawTransaction')
  })
})

it.each<[string, Reply]>([
  ['a URL that is not there', { status: 404 }],
  ['a node that does not do this', { body: { jsonrpc: '2.0', id: 1, ...refuse(-32_601) } }],
])('%s has not taken a transaction either: the next URL gets it', async (_name, reply) => {
  await using server = await startLoopback(() => reply)
  await using other = await startLoopback(echo)
  expect(await setUp([server.url, other.url]).rpc('eth_sendRawTransaction', [])).toBe(
    'eth_sendRawTransaction',
  )
})

describe('hostile answers', () => {
  it.each<[string, (id: number) => unknown]>([
    ['another id', id => ({ jsonrpc: '2.0', id: id + 1, result: 1 })],
    ['the id as a text', id => ({ jsonrpc: '2.0', id: String(id), result: 1 })],
    ['no id', () => ({ jsonrpc: '2.0', result: 1 })],
    ['no result', id => ({ jsonrpc: '2.0', id })],
    ['an error that is a text', id => ({ jsonrpc: '2.0', id, error: 'no' })],
    ['HTML', () => '<html><body>Sign in to the wireless network</body></html>'],
    ['half of it', () => '{"jsonrpc":"2.0","id":1,"resu'],
    ['null', () => 'null'],
    ['a number', () => '7'],
    ['a list of nothing', () => '[null,7,[],"x"]'],
    ['too much', id => ({ jsonrpc: '2.0', id, result: 'x'.repeat(2_000_000) })],
  ])('%s is no answer', async (_name, body) => {
    await using server = await startLoopback(request => ({ body: body(callsOf(request)[0]?.id ?? 0) }))
    const { clock, rpc } = setUp([server.url])
    const call = fault(rpc('eth_call', []))
    for (const delay of [150, 300, 600]) await clock.reach(delay)
    expect(await call).toMatchObject({ code: 'UNKNOWN', message: 'Something went wrong' })
  })

  it('the first answer to an id is the answer, and surplus ones are dropped', async () => {
    await using server = await startLoopback(request => {
      const [call] = callsOf(request)
      const twice = ['one', 'two'].map(result => ({ jsonrpc: '2.0', id: call?.id, result }))
      return { body: [...twice, { jsonrpc: '2.0', id: 99, result: 'surplus' }] }
    })
    expect(await setUp([server.url]).rpc('eth_call', [])).toBe('one')
  })

  it('messages are cut, whatever they are', async () => {
    await using server = await startLoopback(request => answer(request, () => refuse(3, 'x'.repeat(100_000))))
    const error = await fault(setUp([server.url]).rpc('eth_call', []))
    expect(String(error.context.reason)).toHaveLength(300)
    expect((error.cause as Error).message).toHaveLength(1_000)
  })
})

describe('aborting', () => {
  it('rejects at once and lets the others of the batch go on', async () => {
    await using server = await startLoopback(echo)
    const ending = new AbortController()
    const { rpc } = setUp([server.url])
    const gone = fault(rpc('a', [], ending.signal))
    const other = rpc('b', [])
    ending.abort()
    expect(await gone).toMatchObject({
      code: 'RPC_ABORTED',
      message: 'Request was aborted',
      kind: 'rejected',
    })
    expect(await other).toBe('b')
    expect(server.heard.flatMap(request => callsOf(request).map(call => call.method))).toEqual(['b'])
  })

  it('in flight: the request is aborted when its last caller aborts', async () => {
    await using server = await startLoopback(() => 'hang')
    const ending = new AbortController()
    const { clock, rpc } = setUp([server.url])
    const calls = [fault(rpc('a', [], ending.signal)), fault(rpc('b', [], ending.signal))]
    await until(() => server.heard.length > 0)
    ending.abort()
    for (const call of calls) expect((await call).code).toBe('RPC_ABORTED')
    await until(() => clock.delays.length === 0)
  })

  it('while it waits to ask again', async () => {
    await using server = await startLoopback(() => ({ status: 503 }))
    const ending = new AbortController()
    const { clock, rpc } = setUp([server.url])
    const call = fault(rpc('a', [], ending.signal))
    await clock.reach(150)
    await until(() => clock.delays.includes(300))
    ending.abort()
    expect((await call).code).toBe('RPC_ABORTED')
    await until(() => clock.delays.length === 0)
    expect(server.heard).toHaveLength(2)
  })

  it('a signal that was aborted before sends no request', async () => {
    await using server = await startLoopback(echo)
    expect((await fault(setUp([server.url]).rpc('a', [], AbortSignal.abort()))).code).toBe('RPC_ABORTED')
    expect(server.heard).toEqual([])
  })

  it('the signal of the engine ends every call', async () => {
    await using server = await startLoopback(() => 'hang')
    const ending = new AbortController()
    const { rpc } = setUp([server.url], {}, ending.signal)
    const calls = [fault(rpc('a', [])), fault(rpc('b', []))]
    ending.abort()
    for (const call of calls) expect((await call).code).toBe('RPC_ABORTED')
    expect((await fault(rpc('c', []))).code).toBe('RPC_ABORTED')
  })

  it('removes its listeners from a signal once its calls are settled', async () => {
    await using server = await startLoopback(echo)
    const ending = new AbortController()
    const { clock, rpc } = setUp([server.url], {}, ending.signal)
    await Promise.all([rpc('a', [], ending.signal), rpc('b', [])])
    await rpc('c', [])
    await until(() => getEventListeners(ending.signal, 'abort').length === 0)
    expect(clock.delays).toEqual([])
  })
})

it('params that JSON cannot carry fail their call, not the page', async () => {
  await using server = await startLoopback(echo)
  const { rpc } = setUp([server.url])
  expect((await fault(rpc('a', [1n]))).code).toBe('UNKNOWN')
})

describe('F16 a node of another chain', () => {
  const node = (chainId: string) => (request: Heard) =>
    answer(request, ({ method }) => ({
      result: method === 'eth_chainId' ? chainId : `${method} of ${chainId}`,
    }))

  it('is left for one that is of the network, and not asked again', async () => {
    await using wrong = await startLoopback(node('0x5'))
    await using right = await startLoopback(node('0x1'))
    const { rpc } = setUp([wrong.url, right.url])
    const both = [rpc('eth_chainId', []), rpc('eth_gasPrice', [])]
    expect(await Promise.all(both)).toEqual(['0x1', 'eth_gasPrice of 0x1'])
    expect(await rpc('eth_gasPrice', [])).toBe('eth_gasPrice of 0x1')
    expect(wrong.heard).toHaveLength(1)
  })

  it('says what it is when there is no other, so that nothing is sent by it', async () => {
    await using wrong = await startLoopback(node('0x5'))
    await using dead = await startLoopback(() => 'cut')
    for (const urls of [[wrong.url], [dead.url, wrong.url]]) {
      const { rpc, clock } = setUp(urls)
      const asked = rpc('eth_chainId', [])
      let isDone = false
      void asked.then(() => {
        isDone = true
      })
      await until(() => {
        clock.advance(1_000)
        return isDone
      })
      expect(await asked).toBe('0x5')
    }
  })
})

describe('T117 what a node says against a call', () => {
  it.each([{ toString: 1, valueOf: 1 }, [{ toString: 1 }], null, 7])(
    'is no text where it is %j, and the call fails all the same',
    async message => {
      await using server = await startLoopback(request => answer(request, () => refuse(3, message)))
      const error = await fault(setUp([server.url]).rpc('eth_call', []))
      expect(error).toMatchObject({ code: 'UNKNOWN', context: { code: 3, reason: '' } })
    },
  )
})
