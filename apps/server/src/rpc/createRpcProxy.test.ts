import type { CaipNetworkId } from 'latchkey/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../log/createLog.ts'
import { type RpcOutcome, readRetryAfter } from './callUpstream.ts'
import { createRpcProxy, type ProxiedCall } from './createRpcProxy.ts'
import {
  answerWith,
  type FakeNode,
  inTurn,
  type NodeScript,
  sendJson,
  sendStatus,
  startNode,
} from './fakeNode.fixture.ts'

const chain: CaipNetworkId = 'eip155:31337'
const nodes: FakeNode[] = []
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

async function proxyOver(scripts: readonly (NodeScript | undefined)[], settings: { timeout?: number } = {}) {
  const own = await Promise.all(scripts.map(script => startNode(script)))
  nodes.push(...own)
  const lines: string[] = []
  const proxy = createRpcProxy({
    upstreams: new Map([[chain, own.map(({ url }) => url)]]),
    timeout: settings.timeout ?? 5_000,
    answerLimit: 100_000,
    clock: () => performance.now(),
    log: createLog({ level: 'debug', sink: { write: line => lines.push(line) } }),
  })
  return {
    call: (...calls: ProxiedCall[]): Promise<RpcOutcome[]> => proxy.call(chain, calls),
    counts: () => own.map(({ requests }) => requests.length),
    lines,
  }
}

const read: ProxiedCall = { method: 'eth_chainId', params: [] }
const submit: ProxiedCall = { method: 'eth_sendRawTransaction', params: ['0x02'] }
const fine = answerWith(call => ({ result: call.method }))
const hang: NodeScript = () => {}
const cut: NodeScript = (_request, response) => void response.socket?.destroy()
const failing = (code: number) =>
  answerWith(() => ({ error: { code, message: 'as the node says', data: '0xdead' } }))

describe('createRpcProxy', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'F13 F14: goes to the next node on HTTP %i',
    async status => {
      const { call, counts } = await proxyOver([sendStatus(status, {}, '<html>'), fine])
      expect(await call(read)).toEqual([{ result: 'eth_chainId' }])
      expect(counts()).toEqual([1, 1])
    },
  )

  it.each<[string, NodeScript]>([
    ['closes the connection', cut],
    ['sends no JSON', sendStatus(200, {}, '<html>Bad gateway</html>')],
    ['sends half a document', sendStatus(200, {}, '{"jsonrpc":"2.0","id":0,"resu')],
    ['sends nothing', sendStatus(200)],
    ['sends a wrong id', (_request, response) => sendJson(response, { jsonrpc: '2.0', id: 99, result: 1 })],
    [
      'sends an id as text',
      (_request, response) => sendJson(response, { jsonrpc: '2.0', id: '0', result: 1 }),
    ],
    ['sends neither result nor error', (_request, response) => sendJson(response, { jsonrpc: '2.0', id: 0 })],
    ['sends an error that is none', (_request, response) => sendJson(response, { id: 0, error: 'no' })],
    ['has an unknown error', failing(-1)],
    ['has an internal error', failing(-32603)],
    ['is over its limit', failing(-32005)],
  ])('goes to the next node when one %s', async (_name, script) => {
    const { call, counts } = await proxyOver([script, fine])
    expect(await call(read)).toEqual([{ result: 'eth_chainId' }])
    expect(counts()).toEqual([1, 1])
  })

  it('passes the errors of the chain through as they are', async () => {
    const { call, counts } = await proxyOver([failing(-32000), fine])
    expect(await call(read)).toEqual([
      { error: { code: -32000, message: 'as the node says', data: '0xdead' } },
    ])
    expect(counts()).toEqual([1, 0])
  })

  it("passes the last node's error on when every node has one", async () => {
    const { call } = await proxyOver([failing(-1), failing(-32603)])
    expect(await call(read)).toEqual([
      { error: { code: -32603, message: 'as the node says', data: '0xdead' } },
    ])
  })

  it('F18: asks the next node only for what the first left open', async () => {
    const partly: NodeScript = ({ calls }, response) =>
      sendJson(
        response,
        calls
          .flatMap(({ id, method }) =>
            method === 'eth_chainId' ? [{ jsonrpc: '2.0', id, result: 'first' }] : [],
          )
          .reverse(),
      )
    const { call, counts } = await proxyOver([partly, answerWith(() => ({ result: 'second' }))])
    expect(await call(read, { method: 'eth_call' }, read, { method: 'eth_getLogs' })).toEqual([
      { result: 'first' },
      { result: 'second' },
      { result: 'first' },
      { result: 'second' },
    ])
    expect(counts()).toEqual([1, 1])
  })

  it('takes the first of two answers to one call', async () => {
    const twice: NodeScript = (_request, response) =>
      sendJson(response, [
        { jsonrpc: '2.0', id: 0, result: 'one' },
        { jsonrpc: '2.0', id: 0, result: 'two' },
        { jsonrpc: '2.0', id: 1, result: 'three' },
      ])
    const { call } = await proxyOver([twice])
    expect(await call(read, read)).toEqual([{ result: 'one' }, { result: 'three' }])
  })

  it('passes a null result on', async () => {
    const { call } = await proxyOver([answerWith(() => ({ result: null }))])
    expect(await call(read)).toEqual([{ result: null }])
  })

  it('takes an answer with a status such as 400 when it is one', async () => {
    const { call } = await proxyOver([
      ({ calls }, response) =>
        sendJson(response, { id: calls[0]?.id, error: { code: -32602, message: 'bad params' } }, 400),
    ])
    expect(await call(read)).toEqual([{ error: { code: -32602, message: 'bad params' } }])
  })

  it('gives one error without an id to every call', async () => {
    const { call } = await proxyOver([
      (_request, response) =>
        sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }),
    ])
    const refused = { error: { code: -32600, message: 'no batches' } }
    expect(await call(read, read)).toEqual([refused, refused])
  })

  it('tries one node again, and gives up after three retries', async () => {
    const recovered = await proxyOver([inTurn(sendStatus(503), fine)])
    expect(await recovered.call(read)).toEqual([{ result: 'eth_chainId' }])
    const down = await proxyOver([sendStatus(503)])
    expect(await down.call(read)).toEqual([
      { error: { code: -32603, message: "The chain's nodes did not answer" }, unanswered: true },
    ])
    expect(down.counts()).toEqual([4])
  })

  it('does not follow a redirect and does not try again on another status', async () => {
    const { call, counts } = await proxyOver([sendStatus(302, { location: 'http://127.0.0.1:1/' }), fine])
    expect(await call(read)).toMatchObject([{ error: { code: -32603 } }])
    expect(counts()).toEqual([1, 0])
    // The node that answered so is asked last from now on.
    expect(await call(read)).toEqual([{ result: 'eth_chainId' }])
  })

  it('F13: leaves a node alone for as long as it asked, and waits when it is the only one', async () => {
    const two = await proxyOver([sendStatus(429, { 'retry-after': '2' }), fine])
    for (let i = 0; i < 3; i++) expect(await two.call(read)).toEqual([{ result: 'eth_chainId' }])
    expect(two.counts()).toEqual([1, 3])
    const one = await proxyOver([inTurn(sendStatus(429, { 'retry-after': '1' }), fine)])
    const started = performance.now()
    expect(await one.call(read)).toEqual([{ result: 'eth_chainId' }])
    expect(performance.now() - started).toBeGreaterThanOrEqual(990)
    const patient = await proxyOver([sendStatus(429, { 'retry-after': '9' })])
    expect(await patient.call(read)).toMatchObject([{ error: { code: -32005 } }])
    expect(patient.counts()).toEqual([1])
  })

  it('F15: a node that hangs uses up its share of the time, not all of it', async () => {
    const { call, counts } = await proxyOver([hang, fine], { timeout: 800 })
    expect(await call(read)).toEqual([{ result: 'eth_chainId' }])
    expect(await call(read)).toEqual([{ result: 'eth_chainId' }])
    expect(counts()).toEqual([1, 2])
  })

  it('F15: gives up when the time is over, also on a body that drips', async () => {
    const drip: NodeScript = (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
    for (const script of [hang, drip]) {
      const { call } = await proxyOver([script], { timeout: 200 })
      const started = performance.now()
      expect(await call(read)).toMatchObject([{ error: { code: -32603 } }])
      expect(performance.now() - started).toBeLessThan(2_000)
    }
  })

  it('holds no answer beyond the limit, however it is packed', async () => {
    const endless: NodeScript = (_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
      }
      response.on('drain', more)
      more()
    }
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32))
    const packed: NodeScript = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    for (const script of [endless, packed]) {
      const { call } = await proxyOver([script])
      expect(await call(read)).toEqual([
        { error: { code: -32603, message: "The node's answer is too large" } },
      ])
    }
  })
})

describe('a transaction', () => {
  const unconfirmed = {
    error: {
      code: -32603,
      message: 'The node did not confirm the transaction; look it up by its hash before sending it again',
    },
    unanswered: true,
  }
  it.each<[string, NodeScript]>([
    ['hangs', hang],
    ['closes the connection', cut],
    ['answers HTTP 500', sendStatus(500)],
    ['answers HTTP 504', sendStatus(504)],
    ['answers garbage', sendStatus(200, {}, 'ok')],
  ])('F15: is not sent twice once a node that %s may have taken it', async (_name, script) => {
    const { call, counts } = await proxyOver([script, fine], { timeout: 400 })
    expect(await call(submit)).toEqual([unconfirmed])
    expect(counts()).toEqual([1, 0])
  })

  it.each<[string, NodeScript]>([
    ['HTTP 429', sendStatus(429)],
    ['HTTP 503', sendStatus(503)],
    ['its limit', failing(-32005)],
  ])('goes to the next node when the first refused it with %s', async (_name, script) => {
    const { call } = await proxyOver([script, fine])
    expect(await call(submit)).toEqual([{ result: 'eth_sendRawTransaction' }])
  })

  it('goes to the next node when nobody was there', async () => {
    const gone = await startNode()
    await gone.close()
    const there = await startNode()
    nodes.push(there)
    const proxy = createRpcProxy({
      upstreams: new Map([[chain, [gone.url, there.url]]]),
      timeout: 1_000,
      answerLimit: 1_000,
      clock: () => performance.now(),
      log: createLog({ level: 'silent' }),
    })
    expect(await proxy.call(chain, [submit])).toEqual([{ result: 'eth_sendRawTransaction' }])
  })

  it('keeps the refusal of the chain, and travels apart from reads', async () => {
    const script = answerWith(call =>
      call.method === submit.method
        ? { error: { code: -32603, message: 'nonce too low' } }
        : { result: call.method },
    )
    const { call, counts } = await proxyOver([script, fine])
    expect(await call(read, submit, read, submit)).toEqual([
      { result: 'eth_chainId' },
      { error: { code: -32603, message: 'nonce too low' } },
      { result: 'eth_chainId' },
      { error: { code: -32603, message: 'nonce too low' } },
    ])
    expect(counts()).toEqual([3, 0])
  })
})

it('logs which node failed and how, and never its address', async () => {
  const { call, lines } = await proxyOver([sendStatus(500), cut, fine])
  await call(read)
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { level: 'warn', upstream: 'eip155:31337#1', failure: 'HTTP 500' },
    { level: 'warn', upstream: 'eip155:31337#2' },
  ])
  expect(lines.join()).not.toMatch(/127\.0\.0\.1|secret-key/)
})

it.each([
  ['2', 2_000],
  [' 0 ', 0],
  ['3600', 10_000],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 5_000],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
])('F13: Retry-After %j is %j ms', (header, wait) => {
  expect(readRetryAfter(header, 0)).toBe(wait)
})
