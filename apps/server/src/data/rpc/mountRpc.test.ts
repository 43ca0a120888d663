import fc from 'fast-check'
import { formatRouteUrl, postRpc, type RpcAnswer, rpcAnswerSchema, rpcProxyMethods } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { answerWith, type FakeNode, startNode } from './fakeNode.fixture.ts'

let node: FakeNode
let app: TestApp
beforeAll(async () => {
  node = await startNode()
  app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
    RATE_LIMIT_BURST: '1000000',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_WITHOUT_ORIGIN_BURST: '1000000',
    RATE_LIMIT_WITHOUT_ORIGIN_PER_SECOND: '1000000',
    FRAME_ORIGIN: 'https://keys.wallet.example',
  })
})
afterAll(async () => {
  await app.close()
  await node.close()
})

const url = formatRouteUrl('', postRpc, { query: { chainId: 'eip155:31337', projectId: 'latchkey-dev' } })
const send = (
  body: string | Uint8Array<ArrayBuffer>,
  path = url,
  headers: Record<string, string> = {},
  on = app,
) => on.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const ask = async (body: unknown) =>
  (await send(JSON.stringify(body))).json() as Promise<RpcAnswer & RpcAnswer[]>
const call = (id: unknown, method: string, params: unknown = []) => ({ jsonrpc: '2.0', id, method, params })
const refusedMethod = { code: -32601, message: 'Requested RPC call is not allowed' }

describe('POST /v1', () => {
  it('passes a call on and gives its id back', async () => {
    const response = await send(JSON.stringify(call(7, 'eth_blockNumber')))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, result: 'eth_blockNumber' })
  })

  it.each([[1], [0], [-5], [1.5], ['1'], [''], ['é😀'], [null], [Number.MAX_SAFE_INTEGER]])(
    'preserves the id %j and its type',
    async id => {
      expect(await ask(call(id, 'eth_gasPrice'))).toEqual({ jsonrpc: '2.0', id, result: 'eth_gasPrice' })
    },
  )

  it('answers a batch in its order, refusing bad items alone', async () => {
    const answers = await ask([
      call('a', 'eth_blockNumber'),
      call('b', 'personal_sign'),
      7,
      { jsonrpc: '2.0', id: 'c', method: 7 },
      call('a', 'eth_gasPrice'),
      { jsonrpc: '2.0', id: {}, method: 'eth_gasPrice' },
    ])
    const invalid = { code: -32600, message: 'Invalid request' }
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 'a', result: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 'b', error: refusedMethod },
      { jsonrpc: '2.0', id: null, error: invalid },
      { jsonrpc: '2.0', id: 'c', error: invalid },
      { jsonrpc: '2.0', id: 'a', result: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: null, error: invalid },
    ])
  })

  it('sends the node one request for a batch, with ids of its own', async () => {
    const before = node.requests.length
    await ask([call('x', 'eth_call', [{ to: '0x' }, 'latest']), call('x', 'eth_getLogs', [{}])])
    expect(node.requests.slice(before)).toEqual([
      [call(0, 'eth_call', [{ to: '0x' }, 'latest']), call(1, 'eth_getLogs', [{}])],
    ])
  })

  it('passes notifications on without answering them', async () => {
    const before = node.requests.length
    const note = { jsonrpc: '2.0', method: 'eth_sendRawTransaction', params: ['0x02'] }
    const single = await send(JSON.stringify(note))
    expect([single.status, await single.text()]).toEqual([204, ''])
    expect(await ask([note, call(1, 'eth_gasPrice'), { jsonrpc: '2.0', method: 'eth_accounts' }])).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'eth_gasPrice' },
    ])
    const methods = node.requests.slice(before).flatMap(calls => calls.map(({ method }) => method))
    expect(methods.sort()).toEqual(['eth_gasPrice', 'eth_sendRawTransaction', 'eth_sendRawTransaction'])
  })

  it('T101: passes every method of the list on', async () => {
    const methods = rpcProxyMethods.eip155 ?? []
    const answers = await ask(methods.map((method, id) => call(id, method)))
    expect(answers.map(answer => 'result' in answer && answer.result)).toEqual(methods)
  })

  it.each([
    'personal_sign',
    'personal_unlockAccount',
    'admin_addPeer',
    'debug_traceCall',
    'anvil_setBalance',
    'evm_mine',
    'hardhat_impersonateAccount',
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'eth_newFilter',
    'eth_subscribe',
    'wallet_switchEthereumChain',
    'txpool_content',
    'miner_start',
    'trace_block',
    'rpc_modules',
    'ETH_CALL',
    'eth_call ',
    'constructor',
    '__proto__',
  ])('T101: never passes %s on', async method => {
    const before = node.requests.length
    expect(await ask(call(1, method))).toEqual({ jsonrpc: '2.0', id: 1, error: refusedMethod })
    expect(node.requests).toHaveLength(before)
  })

  it('T101 F18: refuses a batch beyond the cap with one error, and takes one at it', async () => {
    const batch = (size: number) =>
      JSON.stringify(Array.from({ length: size }, (_, id) => call(id, 'eth_gasPrice')))
    const refused = await send(batch(101))
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Batch too large: at most 100 calls' } },
    ])
    expect(await (await send(batch(100))).json()).toHaveLength(100)
  })

  it.each([
    ['an empty body', '', 400, -32700],
    ['half a document', '{"jsonrpc":', 400, -32700],
    ['an empty batch', '[]', 400, -32600],
    [
      'T106 a poisoned name',
      '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"__proto__":{"x":1}}]}',
      400,
      -32700,
    ],
    [
      'T107 a body beyond the limit',
      JSON.stringify(call(1, 'eth_call', ['0x'.padEnd(300_000, '0')])),
      413,
      -32600,
    ],
    ['a text', '"eth_chainId"', 200, -32600],
    ['a number', '7', 200, -32600],
    ['null', 'null', 200, -32600],
  ])('refuses %s', async (_name, body, status, code) => {
    const response = await send(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  })

  it('refuses another content type, so that no page gets round the preflight', async () => {
    const response = await send(JSON.stringify(call(1, 'eth_gasPrice')), url, {
      'content-type': 'text/plain',
    })
    expect([response.status, await response.json()]).toMatchObject([415, { error: { code: -32600 } }])
  })
})

describe('refusals of the request as a whole are JSON-RPC errors', () => {
  const base = '/v1?chainId=eip155:31337'
  it.each([
    ['no project id', base, {}, 400, -32600, 'APKT008', 'Project ID Missing'],
    [
      'an unknown project',
      `${base}&projectId=nobody`,
      {},
      401,
      -32600,
      'APKT007',
      'Unauthorized: invalid key',
    ],
    [
      'a foreign page',
      url,
      { origin: 'https://evil.example' },
      403,
      -32600,
      'APKT002',
      'Unauthorized: origin not allowed',
    ],
    ['no chain', '/v1?projectId=latchkey-dev', {}, 400, -32600, 'REQUEST_INVALID', 'Invalid request'],
    [
      'a chain that is none',
      '/v1?projectId=latchkey-dev&chainId=1',
      {},
      400,
      -32600,
      'REQUEST_INVALID',
      'Invalid request',
    ],
  ])('%s', async (_name, path, headers, status, code, catalogue, message) => {
    const response = await send(
      JSON.stringify(call(1, 'eth_gasPrice')),
      path,
      headers as Record<string, string>,
    )
    expect(response.status).toBe(status)
    const body = v.parse(rpcAnswerSchema, await response.json())
    expect(body).toMatchObject({ id: null, error: { code, message, data: { code: catalogue } } })
    expect(body).toMatchObject({
      error: { data: { requestId: response.headers.get('x-request-id') } },
    })
  })

  it.each(['eip155:1', 'solana:mainnet', 'cosmos:constructor'])(
    'T101: chain %s is not configured',
    async chain => {
      const path = `/v1?projectId=latchkey-dev&chainId=${chain}`
      const response = await send(JSON.stringify(call(1, 'eth_gasPrice')), path)
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { id: null, error: { code: -32001, message: 'Chain is not supported' } },
      ])
    },
  )

  it('T105 answers the wallet’s own page as well, which asks nodes for its visitor, and none beside it', async () => {
    const body = JSON.stringify(call(1, 'eth_gasPrice'))
    const wallet = { origin: 'https://keys.wallet.example' }
    const answered = await send(body, url, wallet)
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([
      200,
      wallet.origin,
    ])
    for (const origin of [
      'https://wallet.example',
      'https://a.keys.wallet.example',
      'http://keys.wallet.example',
    ])
      expect((await send(body, url, { origin })).status).toBe(403)
    const chains = await app.request('/v1/supported-chains?projectId=latchkey-dev', { headers: wallet })
    expect(chains.status).toBe(403)
  })

  it('counts each call of a batch, and says when to come back', async () => {
    const limited = await openApp(
      {
        LATCHKEY_DEV: '1',
        RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
        RATE_LIMIT_PER_SECOND: '10',
        RATE_LIMIT_BURST: '100',
      },
      { clock: () => 0 },
    )
    const batch = JSON.stringify(Array.from({ length: 60 }, (_, id) => call(id, 'eth_gasPrice')))
    const page = { origin: 'http://localhost:1' }
    expect((await send(batch, url, page, limited)).status).toBe(200)
    const refused = await send(batch, url, page, limited)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:1')
    expect(await refused.json()).toMatchObject({ error: { code: -32005, data: { code: 'APKT010' } } })
    await limited.close()
  })
})

describe('T101: what a call counts as', () => {
  const openLimited = () =>
    openApp(
      {
        LATCHKEY_DEV: '1',
        RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
        RATE_LIMIT_PER_SECOND: '1',
        RATE_LIMIT_BURST: '200',
      },
      { clock: () => 0 },
    )
  const page = { origin: 'http://localhost:1' }

  it.each([
    ['eth_gasPrice', 200],
    ['eth_call', 100],
    ['eth_getLogs', 20],
    ['eth_simulateV1', 10],
    ['personal_sign', 200],
  ])('%s is let in %i times', async (method, times) => {
    const limited = await openLimited()
    const ask = async () => (await send(JSON.stringify(call(1, method)), url, page, limited)).status
    for (let i = 0; i < times; i++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    await limited.close()
  })

  it('a dear batch takes all there is, and is let in nevertheless', async () => {
    const limited = await openLimited()
    const batch = JSON.stringify(Array.from({ length: 100 }, (_, id) => call(id, 'eth_simulateV1')))
    expect((await send(batch, url, page, limited)).status).toBe(200)
    expect((await send(JSON.stringify(call(1, 'eth_gasPrice')), url, page, limited)).status).toBe(429)
    await limited.close()
  })
})

describe('T101: eth_getLogs', () => {
  const newest = 0x10000
  let chainNode: FakeNode
  let served: TestApp
  beforeAll(async () => {
    const head = `0x${newest.toString(16)}`
    chainNode = await startNode(
      answerWith(({ method }) => ({ result: method === 'eth_blockNumber' ? head : [] })),
    )
    served = await openApp({
      LATCHKEY_DEV: '1',
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chainNode.url] }),
    })
  })
  afterAll(async () => {
    await served.close()
    await chainNode.close()
  })
  const range = async (filter: object) =>
    (
      await send(JSON.stringify(call(1, 'eth_getLogs', [filter])), url, {}, served)
    ).json() as Promise<RpcAnswer>

  it.each([
    [{}],
    [{ fromBlock: '0x0', toBlock: '0x270f' }],
    [{ fromBlock: '0xff00', toBlock: 'latest' }],
    [{ fromBlock: '0xff00' }],
    [{ fromBlock: 'finalized' }],
    [{ blockHash: `0x${'0'.repeat(64)}` }],
    [{ fromBlock: '0xfffffff', toBlock: '0x0' }],
  ])('passes %j on', async filter => {
    expect(await range(filter)).toEqual({ jsonrpc: '2.0', id: 1, result: [] })
  })

  it.each([
    [{ fromBlock: '0x0', toBlock: '0x2710' }],
    [{ fromBlock: 'earliest', toBlock: '0xffffffffffffffff' }],
    [{ fromBlock: 'earliest' }],
    [{ fromBlock: '0x1', toBlock: 'latest' }],
    [{ fromBlock: '0x1', toBlock: 'safe' }],
    [{ fromBlock: '0x1', blockHash: `0x${'0'.repeat(64)}` }],
  ])('refuses %j', async filter => {
    const error = { code: -32005, message: 'Block range too large: at most 10000 blocks' }
    expect(await range(filter)).toEqual({ jsonrpc: '2.0', id: 1, error })
  })

  // What one node refuses another one understands: numbers, tags in any case; members in any case, as Go's are.
  it.each([
    [[{ fromBlock: 1, toBlock: 'latest' }]],
    [[{ fromBlock: '1' }]],
    [[{ fromBlock: 'Earliest' }]],
    [[{ fromBlock: '0x1', toBlock: ' latest' }]],
    [[{ FromBlock: '0x1' }]],
    [[{ fromBlock: '0x10000', TOBLOCK: '0xffffffff' }]],
    [[{ 'fromBloc\u212a': '0x1' }]],
    [[{ BlockHash: `0x${'0'.repeat(64)}` }]],
    [{ filter: { fromBlock: '0x1' } }],
  ])('refuses %j, which it cannot judge', async params => {
    const before = chainNode.requests.length
    const answer = await send(JSON.stringify({ ...call(1, 'eth_getLogs'), params }), url, {}, served)
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32600 } })
    expect(chainNode.requests).toHaveLength(before)
  })

  it('is refused too while the newest block is unknown', async () => {
    const answer = await ask(call(1, 'eth_getLogs', [{ fromBlock: '0x1' }]))
    expect(answer).toMatchObject({ error: { code: -32603 } })
  })
})

describe('any input', () => {
  const answered = async (body: string) => {
    const response = await send(body)
    const text = await response.text()
    expect(response.status).toBeLessThan(500)
    if (response.status === 204) return
    const value: unknown = JSON.parse(text)
    for (const answer of Array.isArray(value) ? value : [value])
      expect(v.is(rpcAnswerSchema, answer)).toBe(true)
  }

  it('T101: any JSON body gets JSON-RPC answers, never a 500', async () => {
    await fc.assert(fc.asyncProperty(fc.json({ maxDepth: 6 }), answered), { numRuns: 300 })
  })

  it('T101: nearly right bodies do too', async () => {
    const item = fc.record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
        id: fc.jsonValue(),
        method: fc.oneof(
          fc.constantFrom('eth_call', 'eth_sendRawTransaction', 'eth_accounts'),
          fc.jsonValue(),
        ),
        params: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const body = fc.oneof(item, fc.array(item, { maxLength: 8 })).map(value => JSON.stringify(value))
    await fc.assert(fc.asyncProperty(body, answered), { numRuns: 300 })
  })

  it('T101: neither do bytes that are no JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        expect((await send(new Uint8Array(bytes))).status).toBeLessThan(500)
      }),
    )
  })
})
