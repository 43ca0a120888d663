import type { CaipNetworkId } from 'latchkey/contract'
import { keccak256 } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { type RpcOutcome, readRetryAfter } from './callUpstream.ts'
import { createRpcProxy } from './createRpcProxy.ts'
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
  vi.useRealTimers()
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

interface ProxySettings {
  timeout?: number
  pings?: readonly NodeScript[]
  pingInterval?: number
  clock?: () => number
  onUpstream?: (name: string, outcome: 'answered' | 'failed', milliseconds: number) => void
}

async function proxyOver(scripts: readonly (NodeScript | undefined)[], settings: ProxySettings = {}) {
  const { pings = [], pingInterval = 60_000, clock = () => performance.now(), onUpstream } = settings
  const own = await Promise.all(scripts.map((script, index) => startNode(script, pings[index])))
  nodes.push(...own)
  const lines: string[] = []
  const proxy = createRpcProxy({
    upstreams: new Map([[chain, own.map(({ url }) => url)]]),
    timeout: settings.timeout ?? 5_000,
    answerLimit: 100_000,
    clock,
    pingInterval,
    onUpstream,
    log: createLog({ level: 'debug', sink: { write: line => lines.push(line) } }),
  })
  return {
    call: (...calls: ProxiedCall[]): Promise<RpcOutcome[]> => proxy.call(chain, calls),
    proxy,
    own,
    counts: () => own.map(({ requests }) => requests.length),
    lines,
  }
}

const read: ProxiedCall = { method: 'eth_gasPrice', params: [] }
const fine = answerWith(call => ({ result: call.method }))
const hang: NodeScript = () => {}
/**
 * Time stands still, but that nearly a second, which is less than a ping may take, passes with each request to a node that
 * hangs: a slow machine changes nothing.
 */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
const hangAWhile: NodeScript = () => void vi.advanceTimersByTime(900)
const cut: NodeScript = (_request, response) => void response.socket?.destroy()
/** As providers do whose key has run out. */
const refusing =
  (status: number): NodeScript =>
  ({ calls }, response) =>
    sendJson(response, { jsonrpc: '2.0', id: calls[0]?.id, error: { code: -32000, message: 'no' } }, status)
const failing = (code: number) =>
  answerWith(() => ({ error: { code, message: 'as the node says', data: '0xdead' } }))

describe('createRpcProxy', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'F13 F14: goes to the next node on HTTP %i',
    async status => {
      const { call, counts } = await proxyOver([sendStatus(status, {}, '<html>'), fine])
      expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
      expect(counts()).toEqual([1, 1])
    },
  )

  it.each([401, 402, 501, 520, 530])(
    'F14: goes to the next node on HTTP %i, and not to the same one again',
    async status => {
      const says = refusing(status)
      const { call, counts } = await proxyOver([says, fine])
      expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
      expect(counts()).toEqual([1, 1])
      const other = await proxyOver([says, inTurn(sendStatus(503), fine)])
      expect(await other.call(read)).toEqual([{ result: 'eth_gasPrice' }])
      expect(other.counts()).toEqual([1, 2])
      const waited = await proxyOver([says, inTurn(sendStatus(429, { 'retry-after': '1' }), fine)])
      expect(await waited.call(read)).toEqual([{ result: 'eth_gasPrice' }])
      const alone = await proxyOver([says])
      expect(await alone.call(read)).toEqual([
        { error: { code: -32603, message: "The chain's nodes did not answer" }, unanswered: true },
      ])
      expect(alone.counts()).toEqual([1])
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
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
    // A kept-alive connection that proves closed is tried once more, on a new one.
    expect(counts()).toEqual([script === cut ? 2 : 1, 1])
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
            method === 'eth_gasPrice' ? [{ jsonrpc: '2.0', id, result: 'first' }] : [],
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
    expect(await recovered.call(read)).toEqual([{ result: 'eth_gasPrice' }])
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
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
  })

  it('F13: pauses a node for as long as it requested, and waits when it is the only one', async () => {
    const two = await proxyOver([sendStatus(429, { 'retry-after': '2' }), fine])
    for (let i = 0; i < 3; i++) expect(await two.call(read)).toEqual([{ result: 'eth_gasPrice' }])
    expect(two.counts()).toEqual([1, 3])
    const one = await proxyOver([inTurn(sendStatus(429, { 'retry-after': '1' }), fine)])
    const started = performance.now()
    expect(await one.call(read)).toEqual([{ result: 'eth_gasPrice' }])
    expect(performance.now() - started).toBeGreaterThanOrEqual(990)
    const patient = await proxyOver([sendStatus(429, { 'retry-after': '9' })])
    expect(await patient.call(read)).toMatchObject([{ error: { code: -32005 } }])
    expect(patient.counts()).toEqual([1])
  })

  it('F13: does not wait for a node that is not asked again', async () => {
    const spent = sendStatus(402, { 'retry-after': '9' })
    const { call, counts } = await proxyOver([spent, inTurn(sendStatus(429, { 'retry-after': '1' }), fine)])
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
    expect(counts()).toEqual([1, 2])
  })

  it('F15: a node that hangs uses up its share of the time, not all of it', async () => {
    stopTime()
    const { call, counts } = await proxyOver([hangAWhile, fine], { timeout: 1_500 })
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
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
      // Without a limit it would take for ever.
      expect(await call(read)).toMatchObject([{ error: { code: -32603 } }])
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
  /** Signed, of no account that matters. */
  const raw = '0x02f86c827a6980843b9aca008477359400825208940000000000000000000000000000000000000b0b80c0'
  const hash = keccak256(raw)
  const submit: ProxiedCall = { method: 'eth_sendRawTransaction', params: [raw] }
  const unconfirmed = {
    error: {
      code: -32603,
      message: 'The node did not confirm the transaction; look it up by its hash before sending it again',
    },
    unanswered: true,
  }
  /** A node that takes a transaction as `sent` says, and answers whether it has it. */
  const nodeWith = (sent: NodeScript, has: boolean): NodeScript => {
    const look = answerWith(() => ({ result: has ? { hash } : null }))
    return (request, response) =>
      (request.calls[0]?.method === submit.method ? sent : look)(request, response)
  }
  const takes = answerWith(() => ({ result: hash }))
  const silent: [string, NodeScript][] = [
    ['hangs', hangAWhile],
    ['closes the connection', cut],
    ['answers HTTP 500', sendStatus(500)],
    ['answers HTTP 504', sendStatus(504)],
    ['answers HTTP 520', sendStatus(520)],
    ['answers garbage', sendStatus(200, {}, 'ok')],
  ]
  /** Of which that is more than the share of the first of two nodes, and more than what is left then. */
  const timeout = 1_500
  const methods = (node: FakeNode | undefined) => node?.requests.map(([call]) => call?.method)

  it.each(silent)('F15 F19: is found by its hash once a node that %s has taken it', async (_name, script) => {
    stopTime()
    const { call, own } = await proxyOver([nodeWith(script, true), nodeWith(takes, false)], { timeout })
    expect(await call(submit)).toEqual([{ result: hash }])
    expect(methods(own[0])).toEqual([submit.method, 'eth_getTransactionByHash'])
    expect(methods(own[1])).toEqual(['eth_getTransactionByHash'])
  })

  it.each(silent)('F15: goes to the next node when none has it after one that %s', async (_name, script) => {
    stopTime()
    const { call, own } = await proxyOver([nodeWith(script, false), nodeWith(takes, false)], { timeout })
    expect(await call(submit)).toEqual([{ result: hash }])
    expect(methods(own[1])).toEqual(['eth_getTransactionByHash', submit.method])
  })

  it.each(silent)(
    'F15: is not sent again while its outcome is unknown, after a node that %s',
    async (_name, script) => {
      stopTime()
      const { call, own } = await proxyOver([script, failing(-32000)], { timeout })
      expect(await call(submit)).toEqual([unconfirmed])
      expect(own.flatMap(methods).filter(method => method === submit.method)).toHaveLength(1)
    },
  )

  it('F15: is surely not accepted by a node that did not even report its chain', async () => {
    const broke = { error: { code: -32000, message: 'insufficient funds for gas * price + value' } }
    const settings = { timeout: 2_000, pings: [sendStatus(502)] }
    const refuses = nodeWith(
      answerWith(() => broke),
      false,
    )
    // One with blobs, too, goes to the next node, for it went to none yet.
    for (const call of [submit, { method: submit.method, params: ['0x03aa'] }]) {
      const two = await proxyOver([fine, refuses], settings)
      expect(await two.call(call)).toEqual([broke])
      expect(two.counts()[0]).toBe(0)
    }
    const one = await proxyOver([fine], settings)
    expect(await one.call(submit)).toEqual([
      { error: { code: -32603, message: "The chain's nodes did not answer" }, unanswered: true },
    ])
  })

  it('F15: one with blobs, whose hash is not that of its bytes, is never sent again', async () => {
    const { call, counts } = await proxyOver([sendStatus(500), fine])
    expect(await call({ method: submit.method, params: ['0x03aa'] })).toEqual([unconfirmed])
    expect(counts()).toEqual([1, 0])
  })

  it.each(['already known', 'transaction already imported', 'AlreadyKnown', 'Known transaction'])(
    'F19: a node that says %j has it',
    async message => {
      const { call } = await proxyOver([answerWith(() => ({ error: { code: -32000, message } }))])
      expect(await call(submit)).toEqual([{ result: hash }])
    },
  )

  it('F19: a nonce that is too low after an uncertain try is success when the chain has it', async () => {
    const low = answerWith(() => ({ error: { code: -32000, message: 'nonce too low' } }))
    let isMined = false
    const first: NodeScript = ({ calls, batch, incoming }, response) => {
      if (calls[0]?.method === submit.method) return cut({ calls, batch, incoming }, response)
      answerWith(() => ({ result: isMined ? { hash } : null }))({ calls, batch, incoming }, response)
    }
    const second: NodeScript = (request, response) => {
      if (request.calls[0]?.method !== submit.method)
        return answerWith(() => ({ result: null }))(request, response)
      isMined = true
      low(request, response)
    }
    const { call } = await proxyOver([first, second])
    expect(await call(submit)).toEqual([{ result: hash }])
  })

  it.each(['nonce too low', 'replacement transaction underpriced', 'insufficient funds', 'limit exceeded'])(
    'F15 F19 T73: %j from the next node after an uncertain try is no failure while the chain does not show it',
    async message => {
      const code = message === 'limit exceeded' ? -32005 : -32000
      const says = answerWith(() => ({ error: { code, message } }))
      const { call } = await proxyOver([nodeWith(cut, false), nodeWith(says, false)])
      expect(await call(submit)).toEqual([unconfirmed])
    },
  )

  it.each<[string, NodeScript, object]>([
    ['the chain has it', answerWith(() => ({ result: { hash } })), { result: hash }],
    ['nobody can say', sendStatus(500), unconfirmed],
    [
      'it is not there',
      answerWith(() => ({ result: null })),
      { error: { code: -32000, message: 'nonce too low: next 8' } },
    ],
  ])('F19: a nonce that is too low at the first try, and %s', async (_name, look, outcome) => {
    const low = answerWith(() => ({ error: { code: -32000, message: 'nonce too low: next 8' } }))
    const { call } = await proxyOver([
      (request, response) => (request.calls[0]?.method === submit.method ? low : look)(request, response),
    ])
    expect(await call(submit)).toEqual([outcome])
  })

  it('F19: one with blobs that a node has already is not called a failure', async () => {
    const { call } = await proxyOver([
      answerWith(() => ({ error: { code: -32000, message: 'already known' } })),
    ])
    expect(await call({ method: submit.method, params: ['0x03aa'] })).toEqual([unconfirmed])
  })

  it.each<[string, NodeScript]>([
    ['HTTP 429', sendStatus(429)],
    ['HTTP 503', sendStatus(503)],
    ['HTTP 401', sendStatus(401)],
    ['HTTP 402', sendStatus(402)],
    ['its limit', failing(-32005)],
  ])('goes to the next node when the first refused it with %s', async (_name, script) => {
    const { call, own } = await proxyOver([script, takes])
    expect(await call(submit)).toEqual([{ result: hash }])
    expect(own.map(methods)).toEqual([[submit.method], [submit.method]])
  })

  it('goes to the next node when the first does not listen', async () => {
    const gone = await startNode()
    await gone.close()
    const there = await startNode(takes)
    nodes.push(there)
    const proxy = createRpcProxy({
      upstreams: new Map([[chain, [gone.url, there.url]]]),
      timeout: 1_000,
      answerLimit: 1_000,
      clock: () => performance.now(),
      log: createLog({ level: 'silent' }),
    })
    expect(await proxy.call(chain, [submit])).toEqual([{ result: hash }])
    expect(methods(there)).toEqual([submit.method])
  })

  it('keeps the refusal of the chain, and travels apart from reads', async () => {
    const script = answerWith(call =>
      call.method === submit.method
        ? { error: { code: -32603, message: 'insufficient funds' } }
        : { result: call.method },
    )
    const { call, counts } = await proxyOver([script, fine])
    expect(await call(read, submit, read, submit)).toEqual([
      { result: 'eth_gasPrice' },
      { error: { code: -32603, message: 'insufficient funds' } },
      { result: 'eth_gasPrice' },
      { error: { code: -32603, message: 'insufficient funds' } },
    ])
    expect(counts()).toEqual([3, 0])
  })
})

describe('which node is asked', () => {
  const saying = (results: Record<string, unknown>): NodeScript =>
    answerWith(({ method }) => ({ result: results[method] }))
  const healthyAt = (block: number) =>
    saying({ eth_chainId: '0x7a69', eth_blockNumber: `0x${block.toString(16)}`, net_listening: true })
  const elsewhere = saying({ eth_chainId: '0x1', eth_blockNumber: '0xffffff', net_listening: true })

  it('F16: a node of another chain is never asked, and no transaction reaches it', async () => {
    const { call, own, lines } = await proxyOver([fine, fine], { pings: [elsewhere, healthyAt(100)] })
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
    expect(await call({ method: 'eth_sendRawTransaction', params: ['0x02'] })).toMatchObject([
      { result: 'eth_sendRawTransaction' },
    ])
    expect(own.map(({ requests }) => requests.length)).toEqual([0, 2])
    expect(lines.join()).toContain('upstream is of another chain, and quarantined')
  })

  it('F16: when there is no other, nothing is answered and nothing is sent', async () => {
    const { call, own } = await proxyOver([fine], { pings: [elsewhere] })
    for (const method of ['eth_gasPrice', 'eth_sendRawTransaction', 'eth_chainId'])
      expect(await call({ method, params: ['0x02'] })).toEqual([
        { error: { code: -32603, message: "The chain's nodes are of another chain" }, unanswered: true },
      ])
    expect(own[0]?.requests).toEqual([])
  })

  it('F16: it is asked again once it is back on its chain', async () => {
    const time = { now: 0 }
    const pings = inTurn(elsewhere, healthyAt(1))
    const { call } = await proxyOver([fine], { pings: [pings], clock: () => time.now })
    expect(await call(read)).toMatchObject([{ unanswered: true }])
    time.now += 60_000
    await vi.waitFor(async () => expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }]))
  })

  it('does not suspect a node that cannot report its chain', async () => {
    const { call } = await proxyOver([fine], { pings: [failing(-32601)] })
    expect(await call(read)).toEqual([{ result: 'eth_gasPrice' }])
  })

  it('F17: a node more than 20 blocks behind is asked last, and the log says so', async () => {
    const { call, own, lines } = await proxyOver([fine, fine, fine], {
      pings: [healthyAt(100), healthyAt(121), healthyAt(101)],
      pingInterval: 10,
    })
    await call(read)
    await vi.waitFor(() => expect(lines.join()).toContain('upstream is stale'))
    expect(
      lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'upstream is stale'),
    ).toMatchObject([{ level: 'warn', upstream: 'eip155:31337#1', behind: 21 }])
    const before = own[0]?.requests.length
    for (let i = 0; i < 5; i++) await call(read)
    expect(own[0]?.requests.length).toBe(before)
  })

  it('F14: pings every interval while in use and no longer, and ranks by the answers', async () => {
    const dead: NodeScript = sendStatus(503)
    const chainOnly: NodeScript = (request, response) =>
      (request.calls[0]?.method === 'eth_chainId' ? healthyAt(1) : dead)(request, response)
    const { call, own } = await proxyOver([fine, fine], {
      pings: [chainOnly, healthyAt(1)],
      pingInterval: 10,
    })
    await call(read)
    await vi.waitFor(async () => {
      await call(read)
      expect(own[1]?.requests.length).toBeGreaterThan(0)
    })
    const counted = () => own.map(({ pings }) => pings.length)
    await vi.waitFor(async () => {
      const before = counted()
      await new Promise(resolve => setTimeout(resolve, 60))
      expect(counted()).toEqual(before)
    })
  })

  it('does not ping one node alone', async () => {
    const { call, own } = await proxyOver([fine], { pingInterval: 5 })
    await call(read)
    await new Promise(resolve => setTimeout(resolve, 30))
    expect(own[0]?.pings).toEqual(['eth_chainId'])
  })

  it('reads immutable data of a chain once', async () => {
    const { call, counts } = await proxyOver([saying({ eth_chainId: '0x7a69', net_version: '31337' })])
    const asked = [{ method: 'eth_chainId' }, { method: 'net_version' }]
    for (let i = 0; i < 3; i++)
      expect(await call(...asked)).toEqual([{ result: '0x7a69' }, { result: '31337' }])
    expect(await call(asked[0] ?? read)).toEqual([{ result: '0x7a69' }])
    expect(counts()).toEqual([1])
  })

  it('returns the newest block, a few seconds old at most', async () => {
    const time = { now: 0 }
    const heads = inTurn(...['0x10', '0x20'].map(head => saying({ eth_blockNumber: head })))
    const { proxy } = await proxyOver([heads], { clock: () => time.now })
    expect([await proxy.head(chain), await proxy.head(chain)]).toEqual([16, 16])
    time.now += 4_000
    expect(await proxy.head(chain)).toBe(32)
    expect(await proxy.head('eip155:1')).toBeUndefined()
  })

  it('reports the outcome of each request to a node', async () => {
    const events: [string, string][] = []
    const { call } = await proxyOver([sendStatus(503), fine], {
      onUpstream: (name, outcome, ms) => {
        expect(ms).toBeGreaterThanOrEqual(0)
        events.push([name, outcome])
      },
    })
    await call(read)
    expect(events).toEqual([
      ['eip155:31337#1', 'failed'],
      ['eip155:31337#2', 'answered'],
    ])
  })
})

describe('F18: a node that takes no batches, or only short ones', () => {
  const taking = (most: number, refuse: NodeScript): NodeScript => {
    const answer = answerWith(({ method, params }) => ({ result: [method, params] }))
    return (request, response) => (request.calls.length > most ? refuse : answer)(request, response)
  }
  const refusals: [string, NodeScript][] = [
    [
      'one error',
      (_request, response) => sendJson(response, { id: null, error: { code: -32600, message: 'no' } }),
    ],
    ['HTTP 413', sendStatus(413)],
  ]
  it.each(refusals.flatMap(([name, refuse]) => [1, 10, 37].map(most => [name, most, refuse] as const)))(
    '%s beyond %i calls',
    async (_name, most, refuse) => {
      const { call, own } = await proxyOver([taking(most, refuse)])
      const calls = Array.from({ length: 60 }, (_, place) => ({ method: 'eth_call', params: [place] }))
      const expected = calls.map(({ method, params }) => ({ result: [method, params] }))
      expect(await call(...calls)).toEqual(expected)
      const before = own[0]?.requests.length ?? 0
      expect(await call(...calls)).toEqual(expected)
      // It remembers.
      expect(own[0]?.requests.slice(before).every(request => request.length <= most)).toBe(true)
    },
  )
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
